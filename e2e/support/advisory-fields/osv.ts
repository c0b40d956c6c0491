import type { JsonObject } from '#lib/aip/json.ts';
import { kept, lost, type Field, type Sample } from './field.ts';

const having =
  (record: (mark: string) => JsonObject, affected: (of: Sample) => JsonObject = () => ({})) =>
  (of: Sample): JsonObject => ({
    id: `OSV-${of.key}`,
    modified: '2026-01-01T00:00:00Z',
    affected: [
      {
        package: { ecosystem: 'npm', name: of.key },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
        ...affected(of),
      },
    ],
    ...record(of.mark),
  });

const affected = (more: (of: Sample) => JsonObject) => having(() => ({}), more);
const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const ranges = (...events: JsonObject[]) =>
  affected(() => ({ ranges: [{ type: 'SEMVER', events }] }));

export const OSV: readonly Field[] = [
  lost(
    '`schema_version`',
    having(() => ({ schema_version: '1.3.77' })),
    'an export has that of its own',
  ),
  kept(
    '`id`',
    having((id) => ({ id })),
    ['advisoryId', 'osv:id'],
  ),
  kept(
    '`modified`',
    having(() => ({ modified: '2025-02-03T04:05:06Z' })),
    ['osv:affected.database_specific.grove.origin.modified'],
    {
      found: '2025-02-03T04:05:06',
      lost: '`modified` of an export is when Grove changed the advisory',
    },
  ),
  kept(
    '`published`',
    having(() => ({ published: '2025-02-03T04:05:06Z' })),
    ['createTime', 'events.createTime', 'osv:published'],
    { found: '2025-02-03T04:05:06' },
  ),
  kept(
    '`withdrawn`',
    having(() => ({ withdrawn: '2026-02-03T04:05:06Z' })),
    ['osv:withdrawn', 'events.createTime'],
    { found: '2026-02-03T04:05:06' },
  ),
  kept(
    '`aliases`',
    having((mark) => ({ aliases: [mark] })),
    ['aliases', 'osv:aliases', 'openvex:vulnerability.aliases'],
  ),
  kept(
    '`related`, `upstream`',
    having((mark) => ({ related: [mark], upstream: [mark] })),
    ['osv:related', 'osv:upstream'],
  ),
  kept(
    '`summary`',
    having((summary) => ({ summary })),
    ['summary', 'osv:summary', 'openvex:vulnerability.description'],
    { lost: 'lines after the first' },
  ),
  kept(
    '`details`',
    having((details) => ({ details })),
    ['osv:details', 'summary'],
    { lost: 'the API has its first line, where there is no summary' },
  ),
  kept(
    '`severity`',
    having(() => ({ severity: [{ type: 'CVSS_V3', score: VECTOR }] })),
    ['severities.score', 'osv:severity.score'],
    { found: VECTOR },
  ),
  kept(
    '`references`',
    having((mark) => ({ references: [{ type: 'WEB', url: `https://example.com/${mark}` }] })),
    ['osv:references.url'],
  ),
  kept(
    '`credits`',
    having((name) => ({ credits: [{ name }] })),
    ['osv:credits.name'],
  ),
  kept(
    '`database_specific`',
    having((mark) => ({ database_specific: { more: mark } })),
    ['osv:database_specific.more'],
  ),
  kept(
    '`affected[].package.name`',
    affected(({ mark }) => ({ package: { ecosystem: 'npm', name: mark } })),
    ['artifactName', 'componentName', 'osv:affected.package.name'],
  ),
  kept(
    '`affected[].package.ecosystem`',
    affected(({ key }) => ({ package: { ecosystem: 'Debian:12', name: key } })),
    ['componentLocation', 'osv:affected.package.ecosystem'],
    { found: 'Debian:12' },
  ),
  kept(
    '`affected[].package.purl`',
    affected(({ mark }) => ({
      package: { ecosystem: 'npm', name: mark, purl: `pkg:npm/${mark}` },
    })),
    ['osv:affected.package.purl'],
  ),
  kept(
    '`affected[].severity`',
    affected(() => ({ severity: [{ type: 'CVSS_V3', score: VECTOR }] })),
    ['severities.score', 'osv:severity.score'],
    { found: VECTOR, lost: 'where all packages have the same, it is that of the record' },
  ),
  kept(
    '`affected[].ranges[].events`',
    ranges({ introduced: '1.0.0' }, { fixed: '2.0.0' }),
    ['events.detection.scan.componentVersion'],
    { found: 'vers:semver/>=1.0.0|<2.0.0' },
  ),
  kept(
    '`affected[].ranges[].events[].fixed`',
    ranges({ introduced: '0' }, { fixed: '2.0.0' }),
    ['fixedVersion', 'osv:affected.ranges.events.fixed'],
    { found: '2.0.0' },
  ),
  kept(
    '`affected[].ranges[].repo`',
    affected(({ mark }) => ({
      ranges: [{ type: 'GIT', repo: `https://example.com/${mark}`, events: [{ introduced: '0' }] }],
    })),
    ['osv:affected.ranges.repo'],
  ),
  kept(
    '`affected[].versions`',
    affected(({ mark }) => ({ ranges: [], versions: [mark] })),
    ['osv:affected.versions', 'events.detection.scan.componentVersion'],
  ),
  kept(
    '`affected[].ecosystem_specific`, `database_specific`',
    affected(({ mark }) => ({
      ecosystem_specific: { more: mark },
      database_specific: { more: mark },
    })),
    ['osv:affected.ecosystem_specific.more', 'osv:affected.database_specific.more'],
  ),
];
