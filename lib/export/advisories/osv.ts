/**
 * Stored advisories as OSV records: one for each id in a group, that says of
 * each package what is affected. What OSV has no word for is kept under
 * `database_specific.grove`, so that nothing is lost where Grove reads it back.
 *
 * @see https://ossf.github.io/osv-schema/
 */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '#lib/aip/json.ts';
import { isJsonObject } from '#lib/aip/json.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { ecosystemOf } from '#lib/advisory-formats/ecosystems.ts';
import { WITHDRAWN_NOTE } from '#lib/advisory-formats/withdrawn.ts';
import { textToRange } from '#lib/advisory-formats/ranges.ts';
import type { VersionRange } from '#lib/advisory-formats/ranges.ts';
import { EVENT_STATUS, SEVERITIES } from '#lib/resources/advisory.ts';

type Advisory = RowOf<'Advisory'>;

const SCHEMA_VERSION = '1.7.0';

/** @param rows of one id in one group; at least one. */
export function osvOf(rows: readonly [Advisory, ...Advisory[]]): JsonObject {
  const [first] = rows;
  const shared = sharedFacts(rows);
  const withdrawn = withdrawnTime(rows);
  return {
    schema_version: SCHEMA_VERSION,
    id: first.advisoryId,
    modified: latest(rows.map(({ updateTime }) => updateTime)).toISOString(),
    published: earliest(rows.map(({ createTime }) => createTime)).toISOString(),
    ...(withdrawn !== undefined && { withdrawn }),
    aliases: shared.aliases,
    summary: shared.summary,
    ...(shared.severities.length > 0 && { severity: shared.severities }),
    affected: rows.map((row) => affectedOf(row, shared)),
    ...(first.severity > 0 && {
      database_specific: { severity: SEVERITIES[first.severity] ?? '' },
    }),
  };
}

const latest = (times: readonly Date[]) => new Date(Math.max(...times.map(Number)));
const earliest = (times: readonly Date[]) => new Date(Math.min(...times.map(Number)));

interface Shared {
  aliases: string[];
  summary: string;
  severities: JsonValue[];
}

function sharedFacts(rows: readonly [Advisory, ...Advisory[]]): Shared {
  const [first] = rows;
  const severities = first.severities as JsonObject[];
  return {
    aliases: [...new Set(rows.flatMap(({ aliases }) => aliases as string[]))],
    summary: rows.find(({ summary }) => summary !== '')?.summary ?? '',
    severities: rows.every((row) => isDeepStrictEqual(row.severities, severities))
      ? severities
      : [],
  };
}

/** When all of it was withdrawn where it comes from. */
function withdrawnTime(rows: readonly Advisory[]): string | undefined {
  const times = rows.flatMap((row) => {
    const last = eventsOf(row).at(-1);
    return isWithdrawn(last) ? [String(last?.['createTime'])] : [];
  });
  return times.length === rows.length ? times.sort().at(-1) : undefined;
}

function isWithdrawn(event: JsonObject | undefined): boolean {
  const data = event?.['falsePositiveDetermination'];
  return isJsonObject(data) && data['note'] === WITHDRAWN_NOTE;
}

const eventsOf = (row: Advisory) => row.events as JsonObject[];

function affectedOf(row: Advisory, shared: Shared): JsonObject {
  const ecosystem = ecosystemOf(row);
  const name = row.componentName || row.artifactName;
  const { ranges, versions } = affectedVersions(row, ecosystem);
  const severities = row.severities as JsonObject[];
  const isOwnSeverity = shared.severities.length === 0 && severities.length > 0;
  return {
    ...(ecosystem !== undefined && ecosystem !== 'GIT' && { package: { ecosystem, name } }),
    ranges,
    ...(versions.length > 0 && { versions }),
    ...(isOwnSeverity && { severity: severities }),
    database_specific: { grove: ownWords(row, shared) },
  };
}

function ownWords(row: Advisory, shared: Shared): JsonObject {
  const aliases = row.aliases as string[];
  return {
    artifactName: row.artifactName,
    artifactType: row.artifactType,
    artifactArchitecture: row.artifactArchitecture,
    componentName: row.componentName,
    componentType: row.componentType,
    componentLocation: row.componentLocation,
    author: row.author,
    severity: SEVERITIES[row.severity] ?? SEVERITIES[0],
    fixedVersion: row.fixedVersion,
    createTime: row.createTime.toISOString(),
    events: eventsOf(row),
    ...(row.summary !== shared.summary && { summary: row.summary }),
    ...(!isDeepStrictEqual(aliases, shared.aliases) && { aliases }),
  };
}

/** From what was detected, or else from what fixes it. */
function affectedVersions(row: Advisory, ecosystem: string | undefined) {
  const type = ecosystem === 'Go' ? 'SEMVER' : 'ECOSYSTEM';
  const events = eventsOf(row);
  const isFalsePositive =
    row.status === EVENT_STATUS.falsePositiveDetermination && !isWithdrawn(events.at(-1));
  // As package databases say that no version is affected.
  if (isFalsePositive) {
    return { ranges: [{ type, events: [{ introduced: '0' }, { fixed: '0' }] }], versions: [] };
  }
  const scans = events.flatMap(({ detection }) =>
    isJsonObject(detection) && isJsonObject(detection['scan']) ? [detection['scan']] : [],
  );
  const found = scans.map((scan) => ({ scan, text: String(scan['componentVersion'] ?? '') }));
  const ranges = found.flatMap(({ scan, text }) => rangeOf(textToRange(text), scan));
  const versions = found.flatMap(({ text }) => textToRange(text)?.versions ?? (text ? [text] : []));
  if (ranges.length > 0) return { ranges, versions: [...new Set(versions)] };
  const fixed = row.fixedVersion === '' ? [] : [{ fixed: row.fixedVersion }];
  const whole = [{ type, events: [{ introduced: '0' }, ...fixed] }];
  return {
    ranges: versions.length > 0 && fixed.length === 0 ? [] : whole,
    versions: [...new Set(versions)],
  };
}

function rangeOf(range: VersionRange | null, scan: JsonObject): JsonObject[] {
  if (range === null || range.events.length === 0) return [];
  const { type } = range;
  // A member that is undefined is none in JSON.
  const events = range.events.map((event) => ({ ...event }) as JsonObject);
  if (type !== 'GIT') return [{ type, events }];
  return [{ type, repo: String(scan['componentLocation'] ?? ''), events }];
}
