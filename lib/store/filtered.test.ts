import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isBelow, newChildUid, newRootUid, topmost } from '#lib/aip/uid.ts';
import { cursorOf } from '#lib/store/cursors.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import { all, below, isIn } from '#lib/store/predicates.ts';
import { closeDatabase, committed, openDatabase, transaction } from '#lib/store/store.ts';
import { randomly } from '../../e2e/support/random.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-filtered-'));
type Row = Advisory;
const groups: string[] = [];
const rows: Row[] = [];

const STATUSES = ['DETECTION', 'FIXED', 'FIX_NOT_PLANNED', 'FALSE_POSITIVE_DETERMINATION'] as const;
const TYPES: Advisory['artifactType'][] = ['apk', 'image', 'library'];

/** Two large groups and some small ones; many rows share their values. */
beforeAll(async () => {
  process.env.GROVE_DATA_DIR = folder;
  await openDatabase();
  await transaction(async (tx) => {
    for (const parent of [-1, 0, 0, 1, 1, 2]) {
      const above = groups[parent];
      const uid = above === undefined ? newRootUid() : newChildUid(above);
      const times = { createTime: new Date(1), updateTime: new Date(1) };
      await tx.insert('Group', {
        uid,
        parent: above ?? '',
        name: uid,
        resourceLimits: {},
        ...times,
      });
      groups.push(uid);
    }
    for (let index = 0; index < 420; index += 1) {
      const parent = groups[[1, 1, 1, 2, 2, 2, 3, 5][index % 8] ?? 0] ?? '';
      const uid = newChildUid(parent);
      // The severe ones are the oldest, so that looking for them takes all of a group.
      const severity = index < 40 ? 4 : index % 4;
      const row = await tx.insert('Advisory', {
        uid,
        parent,
        severity,
        severities: [],
        aliases: [],
        events: [],
        advisoryId: 'CGA',
        artifactName: `name ${index % 9}`,
        componentLocation: uid,
        artifactType: TYPES[index % 3] ?? 'apk',
        status: STATUSES[(index * 7) % 4] ?? 'FIXED',
        createTime: new Date(Math.floor(index / 3)),
        updateTime: new Date(index % 50),
      });
      rows.push(row);
    }
  });
}, 120_000);

afterAll(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

const COLUMNS = ['uid', 'createTime', 'updateTime', 'severity', 'status', 'artifactName'] as const;

const some = <T>(values: readonly T[]) =>
  fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });

const severities = some([0, 1, 2, 3, 4, 7]);
const statuses = some([...STATUSES, 'UNKNOWN']);
const types = some(TYPES);

const scenario = fc.record({
  subtrees: fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }),
  filter: fc.oneof(
    fc.record({ severity: severities }),
    fc.record({ status: statuses }),
    fc.record({ artifactType: types }),
    fc.record({ severity: severities, status: statuses }),
  ),
  column: fc.constantFrom(...COLUMNS),
  descending: fc.boolean(),
  after: fc.option(fc.nat(419)),
  skip: fc.oneof(fc.constant(0), fc.nat(8), fc.nat(300)),
  limit: fc.integer({ min: 1, max: 60 }),
});

function compare(a: Row, b: Row, column: (typeof COLUMNS)[number]): number {
  if (a.uid === b.uid) return 0;
  const [one, two] = [cursorOf(a, column), cursorOf(b, column)];
  if (one.value !== two.value) return one.value < two.value ? -1 : 1;
  return a.uid < b.uid ? -1 : 1;
}

it('lists what matches as sorting all of it would', async () => {
  let pages = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async ({ column, descending, skip, limit, ...given }) => {
      const tops = topmost(given.subtrees.map((index) => groups[index] ?? ''));
      const asked = Object.entries<readonly (string | number)[]>(given.filter);
      const filter = all(...asked.map(([name, values]) => isIn(name, values)));
      const matching = rows
        .filter(({ uid }) => tops.some((top) => isBelow(uid, top)))
        .filter((row) =>
          asked.every(([name, values]) => values.some((one) => one === Reflect.get(row, name))),
        );
      const sign = descending ? -1 : 1;
      const inOrder = matching.toSorted((a, b) => sign * compare(a, b, column));
      // A cursor need not be that of a row that matches.
      const last = given.after === null ? undefined : rows[given.after];
      const rest = inOrder.filter(
        (row) => last === undefined || sign * compare(row, last, column) > 0,
      );
      const page = await committed.page('Advisory', {
        place: { parent: null, subtrees: tops.map((uid) => ({ uid, withSelf: false })) },
        isBroad: true,
        filter,
        where: all(below(...tops), filter),
        order: { column, descending },
        cursor: last === undefined ? null : cursorOf(last, column),
        skip,
        limit,
      });
      const uids = (some: readonly Row[]) => some.map(({ uid }) => uid);
      expect(page.total).toBe(matching.length);
      expect(uids(page.rows)).toEqual(uids(rest.slice(skip, skip + limit)));
      pages += page.rows.length > 0 ? 1 : 0;
    }),
    randomly(200),
  );
  expect(pages).toBeGreaterThan(50);
}, 300_000);

it('finds below hundreds of groups what is below a few of them', async () => {
  const few = below(groups[2] ?? '', groups[3] ?? '');
  const strangers = Array.from({ length: 300 }, newRootUid);
  const many = below(groups[2] ?? '', groups[3] ?? '', ...strangers);
  const uids = await committed.uids('Advisory', few, 'uid');
  expect(uids.length).toBeGreaterThan(0);
  expect(await committed.uids('Advisory', many, 'uid')).toEqual(uids);
  expect(await committed.count('Advisory', many)).toBe(uids.length);
  const found = await committed.find('Advisory', many);
  expect(found.map(({ uid }) => uid).sort()).toEqual(uids);
  // The condition on one column makes another statement of it.
  const named = all(
    isIn(
      'uid',
      rows.map(({ uid }) => uid),
    ),
    many,
  );
  expect(await committed.uids('Advisory', named, 'uid')).toEqual(uids);
  expect(await committed.count('Advisory', named)).toBe(uids.length);
});
