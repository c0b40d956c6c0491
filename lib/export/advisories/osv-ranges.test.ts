import { expect, it } from 'vitest';
import type { JsonObject } from '#lib/aip/json.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import { affectedVersions, unaffectedVersions } from './osv-ranges.ts';

type Said = [version: string, event: JsonObject];

const fixed = (version: string): Said => [version, { fixed: { fixedVersion: version } }];
const affected = (version: string): Said => [
  version,
  { truePositiveDetermination: { note: 'So it is.' } },
];

/** @param said statements on single versions, the newest one last. */
const rowOf = (said: readonly Said[], fixedVersion: string): Advisory => ({
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
      said.map(([version], at) => [
        String(at),
        { product: `pkg:npm/curl${version && `@${version}`}` },
      ]),
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

const below = (version: string) => ({
  type: 'SEMVER',
  events: [{ introduced: '0' }, { fixed: version }],
});
const only = (version: string) => ({
  type: 'SEMVER',
  events: [{ introduced: version }, { last_affected: version }],
});
const FIXED: Said = ['1.9.0', { fixed: { fixedVersion: '2.0.1' } }];

it.each([
  ['above the fix', ['3.0.0'], [only('3.0.0')]],
  ['that the fix names', ['2.0.1'], [only('2.0.1')]],
  ['in two places', ['4.0.0', '3.0.0'], [only('4.0.0'), only('3.0.0')]],
  ['below the fix', ['1.0.0'], []],
  ['without an order', ['latest'], []],
])('affects a version %s, in a range of its own if need be', (_, versions, own) => {
  const row = rowOf([...versions.map(affected), FIXED], '2.0.1');
  expect(affectedVersions(row, 'npm')).toEqual({ ranges: [below('2.0.1'), ...own], versions });
});

it('begins no range where a version is affected and none is fixed', () => {
  const row = rowOf([affected('3.0.0')], '');
  expect(affectedVersions(row, 'npm')).toEqual({ ranges: [], versions: ['3.0.0'] });
});

const NOT_AFFECTED = { falsePositiveDetermination: { type: '', note: '' } };

it('says nothing of other versions where one is not affected', () => {
  const nothing = { type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '0' }] };
  expect(unaffectedVersions(rowOf([['3.0.0', NOT_AFFECTED]], ''), 'npm').ranges).toEqual([]);
  const whole: Said = ['', NOT_AFFECTED];
  const { ranges } = unaffectedVersions(rowOf([whole, ['3.0.0', NOT_AFFECTED]], ''), 'npm');
  expect(ranges).toEqual([nothing]);
});
