/** Whether an import and an export leave what OSV's evaluation says of each version as it was. */
import fc from 'fast-check';
import semver from 'semver';
import { expect, it } from 'vitest';
import type { JsonObject } from '#lib/aip/json.ts';
import { compareVersions, isComparable } from '#lib/advisory-formats/versions/compare.ts';
import { ECOSYSTEMS, versionsOf } from '#lib/advisory-formats/versions/test-versions.ts';
import { randomly } from '../../../e2e/support/random.ts';
import { osvOf } from './osv.ts';
import { isVulnerable, type Affected, type OsvEvent, type OsvRange } from './test-evaluation.ts';
import { rowsOf } from './test-rows.ts';

/** With ranges of the type `SEMVER`. */
const OF_SEMVER = ['Go', 'npm', 'crates.io', 'Bitnami', 'SwiftURL', 'PyPI'];

/** Other tests compare the orders with the programs of their ecosystems. */
const orderOf = (ecosystem: string) => (type: string) =>
  type === 'SEMVER'
    ? (a: string, b: string) => semver.compare(a, b)
    : (a: string, b: string) => compareVersions(ecosystem, a, b);

const kinds = fc.constantFrom(
  ...(['introduced', 'introduced', 'fixed', 'fixed', 'last_affected', 'limit'] as const),
);

/** Of few versions, so that many events are of one version. */
const rangeOf = (type: OsvRange['type'], known: readonly string[]) =>
  fc
    .array(
      fc
        .tuple(kinds, fc.constantFrom('0', ...known))
        .map(([kind, version]): OsvEvent => ({ [kind]: version })),
      { minLength: 1, maxLength: 8 },
    )
    .filter((events) => events.some(({ introduced }) => introduced !== undefined))
    .map((events): OsvRange => ({ type, events }));

function affectedOf(ecosystem: string, type: OsvRange['type']) {
  const version = versionsOf(type === 'SEMVER' ? 'Go' : ecosystem);
  return fc.array(version, { minLength: 1, maxLength: 4 }).chain((known) =>
    fc.record({
      package: fc.constant({ ecosystem, name: 'sample' }),
      ranges: fc.array(rangeOf(type, known), { maxLength: 3 }),
      versions: fc.array(version, { maxLength: 2 }),
    }),
  );
}

const CASES = ECOSYSTEMS.flatMap((ecosystem) =>
  (['ECOSYSTEM', 'SEMVER'] as const)
    .filter((type) => type === 'ECOSYSTEM' || OF_SEMVER.includes(ecosystem))
    .map((type) => [ecosystem, type] as const),
);

it.each(CASES)('of %s in ranges of the type %s is the same', async (ecosystem, type) => {
  const around = fc.sample(versionsOf(type === 'SEMVER' ? 'Go' : ecosystem), 1_000);
  await fc.assert(
    fc.asyncProperty(affectedOf(ecosystem, type), async (given) => {
      const after = await affectedAfter(given);
      const limits = given.ranges.flatMap(({ events }) => events.flatMap(Object.values<string>));
      // Nobody knows where another one is.
      const isKnown = (version: string) => version !== '0' && isComparable(ecosystem, version);
      const known = [...new Set(limits.filter(isKnown))];
      const isClear = isOutsideCycles(known, orderOf(ecosystem)(type));
      fc.pre(known.every(isClear));
      const asked = [...around, ...limits, ...given.versions].filter(
        (version) => isKnown(version) && isClear(version),
      );
      const vulnerable = (all: readonly Affected[]) =>
        asked.filter((version) => isVulnerable(version, all, orderOf(ecosystem)));
      expect(vulnerable(after)).toEqual(vulnerable([given]));
    }),
    randomly(4),
  );
});

/** Conan compares a number and a text as texts, so 10 is below 1a, 1a below 9, and 9 below 10. No range has a place for these. */
const isOutsideCycles =
  (limits: readonly string[], compare: (a: string, b: string) => number) => (version: string) =>
    !limits.some(
      (low) =>
        compare(low, version) <= 0 &&
        limits.some((high) => compare(version, high) <= 0 && compare(low, high) > 0),
    );

async function affectedAfter(given: Affected): Promise<Affected[]> {
  const record = { id: 'OSV-1', modified: '2026-01-01T00:00:00Z', affected: [given] };
  const [row] = await rowsOf(JSON.stringify(record), 'a.json');
  if (row === undefined) throw new Error('no advisory');
  return affectedIn(osvOf([row]));
}

const affectedIn = (record: JsonObject) =>
  (JSON.parse(JSON.stringify(record)) as { affected: Affected[] }).affected;

it('of two intervals that meet is the same', async () => {
  const events = [{ introduced: '1.0.0' }, { fixed: '2.0.0' }, { introduced: '2.0.0' }];
  const ranges: OsvRange[] = [{ type: 'ECOSYSTEM', events: [...events, { fixed: '2.5.0' }] }];
  const [after] = await affectedAfter({ package: { ecosystem: 'PyPI', name: 'sample' }, ranges });
  expect(after?.ranges?.[0]?.events).toEqual([{ introduced: '1.0.0' }, { fixed: '2.5.0' }]);
});

it.each([{}, { withdrawn: '2026-01-02T00:00:00Z' }])(
  'of a package without ranges and versions affects nothing: %j',
  async (more) => {
    const affected = [{ package: { ecosystem: 'PyPI', name: 'sample' } }];
    const record = { id: 'OSV-1', modified: '2026-01-01T00:00:00Z', affected, ...more };
    const [row] = await rowsOf(JSON.stringify(record), 'a.json');
    const out = row === undefined ? [] : affectedIn(osvOf([row]));
    expect(out).toHaveLength(1);
    expect(isVulnerable('1.0', out, orderOf('PyPI'))).toBe(false);
  },
);

it('keeps a range whose versions have no order in its ecosystem', async () => {
  const ranges: OsvRange[] = [
    { type: 'ECOSYSTEM', events: [{ introduced: '2.0-final' }, { fixed: 'release-3' }] },
  ];
  const of = { ecosystem: 'PyPI', name: 'sample' };
  expect(await affectedAfter({ package: of, ranges })).toMatchObject([{ ranges }]);
});
