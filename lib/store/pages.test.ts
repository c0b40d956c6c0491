import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cursor } from '#lib/aip/page-token.ts';
import { isBelow, newChildUid, newRootUid } from '#lib/aip/uid.ts';
import type { BaseRow, ResourceType } from '#lib/resources/define.ts';
import { cursorOf } from '#lib/store/cursors.ts';
import type { PageQuery } from '#lib/store/handles.ts';
import { alias, all, below, contains, is, isIn } from '#lib/store/predicates.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { closeDatabase, committed, openDatabase, transaction } from '#lib/store/store.ts';
import { randomly } from '../../e2e/support/random.ts';
import { compare, type Row } from './test-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-pages-'));

beforeAll(async () => {
  process.env.GROVE_DATA_DIR = folder;
  await openDatabase();
});

afterAll(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

const NAMES = ['curl', 'Curl', 'libcurl', '\u{ffee}', '\u{1f600}'];
const ALIASES = ['CVE-1', 'CVE-2'];

const scenario = fc.record({
  advisories: fc.array(
    fc.record({
      group: fc.nat(2),
      name: fc.nat(4),
      time: fc.nat(3),
      severity: fc.nat(4),
      aliases: fc.subarray(ALIASES),
    }),
    { maxLength: 40, size: 'max' },
  ),
  scope: fc.subarray([0, 1, 2], { minLength: 1 }),
  filter: fc.nat(6),
  column: fc.constantFrom('uid', 'createTime', 'artifactName', 'severity', 'advisoryId'),
  descending: fc.boolean(),
  size: fc.integer({ min: 1, max: 9 }),
  skip: fc.constantFrom(0, 0, 1, 5, 50),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

interface Filter {
  where: Predicate;
  finds(row: Row): boolean;
}

const FILTERS: readonly Filter[] = [
  { where: all(), finds: () => true },
  { where: isIn('severity', [1, 3]), finds: (row) => [1, 3].includes(Number(row['severity'])) },
  { where: is('severity', 2), finds: (row) => row['severity'] === 2 },
  { where: is('advisoryId', 'CGA-1'), finds: (row) => row['advisoryId'] === 'CGA-1' },
  { where: alias(['CVE-1']), finds: (row) => (row['aliases'] as string[]).includes('CVE-1') },
  { where: alias(ALIASES), finds: (row) => (row['aliases'] as string[]).length > 0 },
  {
    where: contains('artifactName', 'curl'),
    finds: (row) => String(row['artifactName']).toLowerCase().includes('curl'),
  },
];

/** Three groups, which lie in nothing else, with the advisories. */
async function build({
  advisories,
}: Pick<Scenario, 'advisories'>): Promise<{ groups: string[]; rows: Row[] }> {
  const groups = [newRootUid(), newRootUid(), newRootUid()];
  const rows = advisories.map(({ group, name, time, severity, aliases }, index): Row => {
    const parent = at(groups, group);
    const uid = newChildUid(parent);
    const times = { createTime: new Date(time), updateTime: new Date(time) };
    const texts = { advisoryId: `CGA-${index % 3}`, artifactType: 'apk', status: 'FIXED' };
    const lists = { severities: [], aliases, events: [] };
    const key = { artifactName: at(NAMES, name), componentLocation: uid };
    return { uid, parent, severity, ...times, ...texts, ...lists, ...key };
  });
  await transaction(async (tx) => {
    const times = { createTime: new Date(0), updateTime: new Date(0) };
    for (const uid of groups) {
      await tx.insert('Group', { uid, parent: '', name: uid, resourceLimits: {}, ...times });
    }
    for (const row of rows) await tx.insert<ResourceType>('Advisory', row);
  });
  return { groups, rows };
}

/** Each page with the total, by cursors. */
async function readAll(type: ResourceType, query: PageQuery, total: number): Promise<string[]> {
  const seen: string[] = [];
  let [cursor, skip]: [Cursor | null, number] = [null, query.skip];
  for (;;) {
    const page = await committed.page(type, { ...query, cursor, skip });
    const rows: BaseRow[] = page.rows;
    expect(page.total).toBe(total);
    const uids = rows.map(({ uid }) => uid);
    const again = await committed.page(type, { ...query, cursor, skip, isCounted: false });
    expect(again.rows.map(({ uid }) => uid)).toEqual(uids);
    seen.push(...uids);
    const last: BaseRow | undefined = rows.at(-1);
    if (last === undefined) return seen;
    [cursor, skip] = [cursorOf(last, query.order.column), 0];
  }
}

let found = 0;

async function listFiltered(plan: Scenario): Promise<void> {
  const { groups, rows } = await build(plan);
  const { column, descending, size, skip } = plan;
  const tops = plan.scope.map((index) => at(groups, index));
  const { where, finds } = at(FILTERS, plan.filter);
  const expected = rows
    .filter((row) => finds(row) && tops.some((top) => isBelow(row.uid, top)))
    .sort((a, b) => (descending ? -1 : 1) * compare(a, b, column))
    .map(({ uid }) => uid);
  const query: PageQuery = {
    where: all(below(...tops), where),
    place: null,
    order: { column, descending },
    cursor: null,
    skip,
    limit: size,
  };
  const seen = await readAll('Advisory', query, expected.length);
  expect(seen).toEqual(expected.slice(skip));
  found += seen.length;
}

it('lists what a filter finds as sorting all of it would', async () => {
  await fc.assert(fc.asyncProperty(scenario, listFiltered), randomly(50));
  expect(found).toBeGreaterThan(100);
}, 300_000);

it.each([0, 7, 2_003])('lists %i tags of a repository in any order', async (count) => {
  const [root, time] = [newRootUid(), new Date(0)];
  const repo = newChildUid(root);
  const times = { createTime: time, updateTime: time };
  const empty = { bundles: [], architectures: [], digest: 'sha256:0' };
  const rows = Array.from({ length: count }, (_, index): Row => {
    const name = `${at(NAMES, index)} ${index}`;
    const createTime = new Date(index % 5);
    return { uid: newChildUid(repo), parent: repo, name, ...empty, createTime, updateTime: time };
  });
  await transaction(async (tx) => {
    await tx.insert('Group', { uid: root, parent: '', name: root, resourceLimits: {}, ...times });
    const lists = { bundles: [], aliases: [], activeTags: [] };
    await tx.insert('Repo', { uid: repo, parent: root, name: 'image', ...lists, ...times });
    for (const row of rows) await tx.insert<ResourceType>('Tag', row);
  });
  const scope = { where: is('parent', repo), place: { parent: repo, subtrees: null } as const };
  for (const column of ['uid', 'createTime', 'name']) {
    for (const descending of [false, true]) {
      const expected = rows
        .toSorted((a, b) => (descending ? -1 : 1) * compare(a, b, column))
        .map(({ uid }) => uid);
      const order = { column, descending };
      const query = { ...scope, order, cursor: null, skip: 1, limit: 600 };
      expect(await readAll('Tag', query, count)).toEqual(expected.slice(1));
    }
  }
});

it.each([
  { filter: undefined, column: 'createTime' },
  { filter: contains('artifactName', 'curl'), column: 'artifactName' },
])('ends a page after the row that reaches its bytes: %o', async ({ filter, column }) => {
  const advisory = { name: 0, severity: 0, aliases: [], group: 0 };
  const advisories = [0, 1, 2, 3, 4].map((time) => ({ ...advisory, time }));
  const { groups, rows } = await build({ advisories });
  const [top = ''] = groups;
  const summary = 'x'.repeat(1.5 * 1024 * 1024);
  await transaction((tx) => tx.updateAll('Advisory', below(top), { summary }));
  const query: PageQuery = {
    where: all(below(top), filter ?? all()),
    place: { parent: null, subtrees: [{ uid: top, withSelf: false }] },
    filter,
    order: { column, descending: true },
    cursor: null,
    skip: 0,
    limit: 10,
  };
  const expected = rows.toSorted((a, b) => compare(b, a, column)).map(({ uid }) => uid);
  const first = await committed.page('Advisory', query);
  expect(first).toMatchObject({ isCut: true, total: 5 });
  expect(first.rows.map(({ uid }) => uid)).toEqual(expected.slice(0, 3));
  const second = await committed.page('Advisory', { ...query, skip: 3 });
  expect(second).toMatchObject({ isCut: false, total: 5 });
  expect(second.rows.map(({ uid }) => uid)).toEqual(expected.slice(3));
});
