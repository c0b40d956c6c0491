/** Lists below groups, on both databases, against a full sort. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Cursor } from '#lib/aip/page-token.ts';
import { isBelow, newChildUid, newRootUid, topmost } from '#lib/aip/uid.ts';
import type { BaseRow, ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { cursorOf } from '#lib/store/cursors.ts';
import type { Subtree, PageQuery } from '#lib/store/handles.ts';
import { any, is } from '#lib/store/predicates.ts';
import { closeDatabase, committed, openDatabase, transaction, verify } from '#lib/store/store.ts';
import { sorted, walked } from './sql/lists.ts';
import { isServer } from '#lib/settings/database.ts';
import { source as server } from './postgres/engine.ts';
import { source as file } from './sqlite/engine.ts';
import { selectListed } from './sql/select.ts';
import { compare, type Row } from './test-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-subtrees-'));

export async function openSubtrees(): Promise<void> {
  process.env.GROVE_DATA_DIR = folder;
  await openDatabase();
}

export async function closeSubtrees(): Promise<void> {
  await closeDatabase();
  rmSync(folder, { recursive: true });
}

const NAMES = ['a', 'B', 'b', 'é', '\u{ffee}', '\u{1f600}'];

const scenario = fc.record({
  groups: fc.array(fc.nat(99), { minLength: 4, maxLength: 20, size: 'max' }),
  /** Whether all groups are directly in the first one. */
  isWide: fc.boolean(),
  advisories: fc.array(
    fc.record({ group: fc.nat(99), name: fc.nat(5), time: fc.nat(3), severity: fc.nat(4) }),
    { minLength: 5, maxLength: 50 },
  ),
  subtrees: fc.oneof(
    fc.array(fc.nat(99), { maxLength: 6 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 19 }), { minLength: 9 }),
  ),
  type: fc.constantFrom<'Group' | 'Advisory'>('Group', 'Advisory'),
  column: fc.constantFrom('uid', 'createTime', 'updateTime', 'name', 'severity'),
  descending: fc.boolean(),
  withSelf: fc.boolean(),
  size: fc.integer({ min: 1, max: 7 }),
  skip: fc.constantFrom(0, 0, 1, 5),
  jumps: fc.array(fc.record({ after: fc.constantFrom(0, 0, 1, 3, 17), skip: fc.nat(70) }), {
    minLength: 8,
    maxLength: 12,
  }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

function groupRow(
  uid: string,
  parent: string,
  name: string,
  times: { createTime: Date; updateTime: Date },
): RowOf<'Group'> {
  const others = {
    description: '',
    resourceLimits: {},
    verified: false,
    foundedBy: null,
    revision: 1,
  };
  return { uid, parent, name, ...others, ...times };
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Writes an organization of its own. */
async function build({
  groups,
  isWide,
  advisories,
}: Scenario): Promise<Record<'Group' | 'Advisory', Row[]>> {
  const made: Record<'Group' | 'Advisory', Row[]> = { Group: [], Advisory: [] };
  await transaction(async (tx) => {
    const add = async (type: 'Group' | 'Advisory', columns: Row) => {
      await tx.insert<ResourceType>(type, columns);
      made[type].push(columns);
    };
    for (const [index, pick] of groups.entries()) {
      const parent = index === 0 ? '' : at(made.Group, isWide ? 0 : pick).uid;
      const uid = parent === '' ? newRootUid() : newChildUid(parent);
      const times = { createTime: new Date(pick % 4), updateTime: new Date(pick % 3) };
      const name = `${at(NAMES, pick)}${pick % 2 === 0 ? '' : ` ${index}`}`;
      const isTaken = made.Group.some((one) => one['parent'] === parent && one['name'] === name);
      const unique = isTaken || parent === '' ? `${name} ${uid}` : name;
      await add('Group', { uid, parent, name: unique, resourceLimits: {}, ...times });
    }
    for (const { group, name, time, severity } of advisories) {
      const parent = at(made.Group, group).uid;
      const uid = newChildUid(parent);
      const lists = { severities: [], aliases: [], events: [] };
      const texts = { advisoryId: 'CGA', artifactType: 'apk', status: 'FIXED' };
      const times = { createTime: new Date(time), updateTime: new Date(4 - time) };
      const key = { artifactName: at(NAMES, name), componentLocation: uid };
      await add('Advisory', { uid, parent, severity, ...lists, ...texts, ...times, ...key });
    }
  });
  return made;
}

let pages = 0;

async function listBoth(plan: Scenario): Promise<void> {
  const made = await build(plan);
  const { type, descending, size, skip } = plan;
  const withSelf = type === 'Group' && plan.withSelf;
  const byType = { Group: { severity: 'name' }, Advisory: { name: 'artifactName' } };
  const column = (byType[type] as Record<string, string>)[plan.column] ?? plan.column;
  const tops = topmost(plan.subtrees.map((index) => at(made.Group, index).uid));
  const subtrees = tops.map((uid): Subtree => ({ uid, withSelf }));
  const expected = made[type]
    .filter(({ uid }) => tops.some((top) => isBelow(uid, top) || (withSelf && uid === top)))
    .sort((a, b) => (descending ? -1 : 1) * compare(a, b, column))
    .map(({ uid }) => uid);
  const groups = made.Group.map(({ uid }) => uid);
  const tallies = await committed.tallies([type], groups);
  for (const uid of groups) {
    const children = made[type].filter(({ parent }) => parent === uid);
    const below = made[type].filter((row) => isBelow(row.uid, uid));
    const tally = { here: children.length, below: below.length };
    expect(await committed.tally(type, uid)).toEqual(tally);
    expect(tallies.get(uid)?.get(type) ?? { here: 0, below: 0 }).toEqual(tally);
  }
  const query = { type, subtrees, order: { column, descending }, limit: size };
  expect(await readAll({ ...query, cursor: null, skip }, expected.length)).toEqual(
    expected.slice(skip),
  );
  for (const { after, skip: picked } of plan.jumps) {
    const index = after % (expected.length + 1);
    const last = index === 0 ? null : await committed.get(type, at(expected, index - 1));
    const cursor = last === null ? null : cursorOf(last, column);
    const far = picked % (expected.length - index + 2);
    const rest = expected.slice(index + far, index + far + size);
    expect(await bothWays({ ...query, cursor, skip: far })).toEqual([rest, rest]);
    jumps += rest.length > 0 && far > 0 ? 1 : 0;
  }
}

let jumps = 0;

/** The uids of a page, whatever kept counts say: by walking, and by sorting. */
async function bothWays({ subtrees, ...query }: SubtreesQuery): Promise<string[][]> {
  const { dialect, run } = isServer(process.env.DATABASE_URL) ? server : file;
  if (subtrees.length === 0) return [[], []];
  const list = { ...query, place: { parent: null, subtrees }, isAll: false, filter: null };
  const ways = [walked(dialect, list, EVERYTHING), sorted(dialect, list)];
  const found = ways.map((way) => run(() => selectListed(dialect, query.type, way, query.order)));
  return (await Promise.all(found)).map(({ rows }) => rows.map(({ uid }) => uid));
}

/** More entries than a test writes. */
const EVERYTHING = 1_000_000;

export interface SubtreesQuery extends Omit<PageQuery, 'where' | 'place'> {
  type: ResourceType;
  subtrees: readonly Subtree[];
}

/** Without other conditions to fall back to, so that whatever is listed comes from the subtrees. */
export const list = ({ type, subtrees, ...query }: SubtreesQuery) =>
  committed.page(type, { ...query, where: any(), place: { parent: null, subtrees } });

/** Reads page after page, and every other page by a skip. */
async function readAll(query: SubtreesQuery, count: number): Promise<string[]> {
  const seen: string[] = [];
  let [cursor, skip]: [Cursor | null, number] = [null, query.skip];
  for (;;) {
    const page = await list({ ...query, cursor, skip });
    const rows: BaseRow[] = page.rows;
    expect(page.total).toBe(count);
    pages += 1;
    seen.push(...rows.map(({ uid }) => uid));
    const last: BaseRow | undefined = rows.at(-1);
    if (last === undefined) return seen;
    [cursor, skip] = [cursorOf(last, query.order.column), 0];
    if (seen.length % 2 === 0) [cursor, skip] = [null, query.skip + seen.length];
  }
}

/** Compares lists below groups with a full sort. @returns the pages and far pages. */
export async function compareSubtrees(numRuns: number): Promise<{ pages: number; jumps: number }> {
  await fc.assert(fc.asyncProperty(scenario, listBoth), { numRuns, endOnFailure: true });
  expect(await verify()).toEqual([]);
  return { pages, jumps };
}

/** Hours in which the advisories of a group were created: some at once, some over a long time. */
const PERIODS = [
  { from: 0, to: 9_000, share: 0.38 },
  { from: 100, to: 130, share: 0.24 },
  { from: 8_000, to: 8_001, share: 0.14 },
  { from: 4_000, to: 4_400, share: 0.12 },
  { from: 4_100, to: 4_100, share: 0.09 },
  ...[2, 1_000, 4_200, 8_000, 8_999].map((from) => ({ from, to: from + 3, share: 0.006 })),
  { from: 5_000, to: 5_002, share: 0.0005 },
];

const AT_ONCE = 100;

/** What the advisories of all periods have in common. */
const ALIKE = {
  advisoryId: 'CGA',
  artifactType: 'apk' as const,
  artifactArchitecture: '',
  artifactFamily: '',
  status: 'FIXED' as const,
  componentName: '',
  componentType: '',
  summary: '',
  author: '',
  fixedVersion: '',
  severities: [],
  aliases: [],
  events: [],
  origin: null,
  revision: 1,
};

/** Writes the rows in parts: all at once would take longer than a transaction may. */
async function insertInParts<Type extends 'Group' | 'Advisory'>(
  type: Type,
  rows: readonly RowOf<Type>[],
): Promise<void> {
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    await transaction((tx) => tx.insertAll(type, rows.slice(first, first + AT_ONCE)));
  }
}

/** Far positions among subtrees whose rows lie differently. @returns how many of them had rows. */
export async function comparePositions(rows: number, numRuns: number): Promise<number> {
  let positions = 0;
  const { groups, made } = await buildPeriods(rows);
  const far = fc.record({
    without: fc.uniqueArray(fc.nat(PERIODS.length - 1), { maxLength: 8 }),
    column: fc.constantFrom('createTime', 'createTime', 'updateTime', 'severity', 'artifactName'),
    descending: fc.boolean(),
    skip: fc.nat(Math.floor(rows * 0.8)),
    after: fc.constantFrom(null, 0.1, 0.5, 0.9),
  });
  await fc.assert(
    fc.asyncProperty(far, async ({ without, column, descending, skip, after }) => {
      const subtrees = groups
        .filter((_, index) => !without.includes(index))
        .map((uid) => ({ uid, withSelf: false }));
      const expected = made
        .filter(({ uid }) => subtrees.some((subtree) => isBelow(uid, subtree.uid)))
        .toSorted((a, b) => (descending ? -1 : 1) * compare(a, b, column));
      const passed = after === null ? 0 : Math.floor(expected.length * after);
      const last =
        passed === 0 ? null : await committed.get('Advisory', at(expected, passed - 1).uid);
      const cursor = last === null ? null : cursorOf(last, column);
      const order = { column, descending };
      const query: SubtreesQuery = { type: 'Advisory', subtrees, order, cursor, skip, limit: 5 };
      const rest = expected.slice(passed + skip, passed + skip + 5).map(({ uid }) => uid);
      const page = await list(query);
      expect([page.rows.map(({ uid }) => uid), page.total]).toEqual([rest, expected.length]);
      expect(await bothWays(query)).toEqual([rest, rest]);
      positions += rest.length > 0 ? 1 : 0;
    }),
    { numRuns, endOnFailure: true },
  );
  return positions;
}

function advisoryRow(parent: string, hours: number, index: number) {
  const uid = newChildUid(parent);
  return {
    uid,
    parent,
    artifactName: at(NAMES, index),
    componentLocation: uid,
    severity: index % 5,
    createTime: new Date(hours * 3_600_000),
    updateTime: new Date(-index),
    ...ALIKE,
  };
}

/** Advisories in a group for each period. */
async function buildPeriods(all: number): Promise<{ groups: string[]; made: Row[] }> {
  const root = newRootUid();
  const made: Row[] = [];
  const groups = PERIODS.map(() => newChildUid(root));
  const times = { createTime: new Date(0), updateTime: new Date(0) };
  await insertInParts(
    'Group',
    [root, ...groups].map((uid) => groupRow(uid, uid === root ? '' : root, uid, times)),
  );
  for (const [number, { from, to, share }] of PERIODS.entries()) {
    const parent = groups[number] ?? '';
    const count = Math.ceil(all * share);
    const rows = Array.from({ length: count }, (_, index) => {
      const hours = from + Math.floor(((to - from) * index) / count);
      return advisoryRow(parent, hours, index);
    });
    await insertInParts('Advisory', rows);
    made.push(...rows);
  }
  return { groups, made };
}

/** Lists of a group's children, beside others below one of them. @returns how many rows they had. */
export async function compareChildren(count: number, others: number): Promise<number> {
  let listed = 0;
  const root = newRootUid();
  const rowOf = (uid: string, parent: string, index: number) => {
    const times = { createTime: new Date(index % 7), updateTime: new Date(index % 5) };
    return groupRow(uid, parent, `${uid} ${index}`, times);
  };
  const made = Array.from({ length: count }, (_, index) => rowOf(newChildUid(root), root, index));
  const child = made[0]?.uid ?? '';
  const below = Array.from({ length: others }, (_, index) =>
    rowOf(newChildUid(child), child, index),
  );
  await insertInParts('Group', [rowOf(root, '', 0), ...made, ...below]);
  const scope = { where: is('parent', root), place: { parent: root, subtrees: null } as const };
  for (const column of ['uid', 'createTime', 'name']) {
    for (const descending of [false, true]) {
      const expected = made
        .toSorted((a, b) => (descending ? -1 : 1) * compare(a, b, column))
        .map(({ uid }) => uid);
      const order = { column, descending };
      let cursor: Cursor | null = null;
      let skip = 1;
      const seen: string[] = [];
      do {
        const page = await committed.page('Group', { ...scope, order, cursor, skip, limit: 600 });
        const rows: BaseRow[] = page.rows;
        expect(page.total).toBe(count);
        seen.push(...rows.map(({ uid }) => uid));
        const last: BaseRow | undefined = rows.at(-1);
        cursor = last === undefined ? null : cursorOf(last, column);
        skip = 0;
      } while (cursor !== null);
      expect(seen).toEqual(expected.slice(1));
      listed += seen.length;
      for (const far of [300, 1_500, 2_003]) {
        const page = await committed.page('Group', {
          ...scope,
          order,
          cursor: null,
          skip: far,
          limit: 3,
        });
        const rows: BaseRow[] = page.rows;
        expect(page.total).toBe(count);
        expect(rows.map(({ uid }) => uid)).toEqual(expected.slice(far, far + 3));
      }
    }
  }
  return listed;
}

/**
 * The newest rows of a group that has only old ones, so many that a walk from the newest of all is
 * expected to find them soon. @returns how many were found.
 */
export async function compareHidden(): Promise<number> {
  const root = newRootUid();
  const [old, recent] = [newChildUid(root), newChildUid(root)];
  const rowsOf = (parent: string, hours: number, count: number) =>
    Array.from({ length: count }, (_, index) => advisoryRow(parent, hours + index, index));
  const hidden = rowsOf(old, 0, 200);
  const times = { createTime: new Date(0), updateTime: new Date(0) };
  const parents = [root, old, recent];
  await insertInParts(
    'Group',
    parents.map((uid) => groupRow(uid, uid === root ? '' : root, uid, times)),
  );
  await insertInParts('Advisory', [...hidden, ...rowsOf(recent, 10_000_000, 1_000)]);
  const order = { column: 'createTime', descending: true };
  const subtrees = [{ uid: old, withSelf: false }];
  const query: SubtreesQuery = {
    type: 'Advisory',
    subtrees,
    order,
    cursor: null,
    skip: 0,
    limit: 6,
  };
  const { rows } = await list(query);
  const expected = hidden.toSorted((a, b) => compare(b, a, 'createTime')).slice(0, 6);
  expect(rows.map(({ uid }) => uid)).toEqual(expected.map(({ uid }) => uid));
  return rows.length;
}
