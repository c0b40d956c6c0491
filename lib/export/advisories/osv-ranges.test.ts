import { expect, it } from 'vitest';
import type { JsonObject } from '#lib/aip/json.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { affectedVersions } from './osv-ranges.ts';

type Said = [version: string, event: JsonObject];

const fixed = (version: string): Said => [version, { fixed: { fixedVersion: version } }];
const affected = (version: string): Said => [
  version,
  { truePositiveDetermination: { note: 'So it is.' } },
];

/** @param said statements on single versions, the newest one last. */
const rowOf = (said: readonly Said[], fixedVersion: string): RowOf<'Advisory'> => ({
  uid: 'a',
  parent: '',
  advisoryId: 'CVE-2026-1',
  artifactName: 'curl',
  artifactType: 'library',
  artifactArchitecture: '',
  artifactFamily: '',
  componentName: 'curl',
  componentType: 'npm',
  componentLocation: '',
  summary: '',
  author: '',
  severity: 0,
  severities: [],
  status: 'FIXED',
  fixedVersion,
  aliases: [],
  events: said.map(([, event], at) => ({ uid: String(at), ...event })),
  origin: {
    events: Object.fromEntries(
      said.map(([version], at) => [String(at), { product: `pkg:npm/curl@${version}` }]),
    ),
  },
  createTime: new Date(0),
  updateTime: new Date(0),
  revision: 1,
});

it.each([
  ['the higher one first', [fixed('2.0.1'), fixed('1.10.4')], '1.10.4'],
  ['the lower one first', [fixed('1.10.4'), fixed('2.0.1')], '2.0.1'],
])('ends at the highest of several fixed versions: %s', (_, said, last) => {
  const { ranges } = affectedVersions(rowOf(said, last), 'npm');
  expect(ranges).toEqual([{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.1' }] }]);
});

it('ends at the fixed version where another one is affected', () => {
  const { ranges } = affectedVersions(rowOf([affected('3.0.0'), fixed('2.0.1')], '2.0.1'), 'npm');
  expect(ranges).toEqual([{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.1' }] }]);
});
