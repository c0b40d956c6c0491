import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PageQuery } from '#lib/store/handles.ts';
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { all, any, below, grants, is, joinContains } from '#lib/store/predicates.ts';
import { closeDatabase, committed, openDatabase, transaction } from '#lib/store/store.ts';
import { Connection } from './connection.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-planned-'));
const root = newRootUid();
const child = newChildUid(root);

beforeAll(async () => {
  process.env['GROVE_DATA_DIR'] = folder;
  delete process.env['DATABASE_URL'];
  await openDatabase();
  const time = new Date();
  const columns = { description: '', resourceLimits: {}, createTime: time, updateTime: time };
  await transaction(async (tx) => {
    await tx.insert('Group', { uid: root, parent: '', name: 'root', ...columns });
    await tx.insert('Group', { uid: child, parent: root, name: 'child', ...columns });
  });
});

afterAll(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

/** What makes SQLite look at a value to plan, and plan again for the next one. */
const PLANNED_FOR = /(?:(?<![<>])=|LIMIT|OFFSET) \?/;

/** The statements of some work, as texts. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const prepared = vi.spyOn(Connection.prototype, 'prepared');
  await work();
  const statements = prepared.mock.calls.map(([sql]) => sql);
  prepared.mockRestore();
  return statements;
}

const query: PageQuery = {
  where: below(root),
  place: null,
  order: { column: 'uid', descending: false },
  cursor: null,
  skip: 0,
  limit: 51,
};
const byName = { column: 'name', descending: true };

const pages: Record<string, PageQuery> = {
  'of whole groups': {
    ...query,
    place: { parent: null, subtrees: [{ uid: root, withSelf: true }] },
    order: byName,
  },
  'of children': {
    ...query,
    place: { parent: root, subtrees: null },
    where: is('parent', root),
  },
  'of exact values': {
    ...query,
    where: all(below(root), any(is('name', 'child'), is('verified', true)), is('revision', 1)),
    order: byName,
    cursor: { value: 'x', uid: root },
  },
};

it.each(Object.entries(pages))('plans a page %s once for all values', async (_, page) => {
  const statements = await statementsOf(() => committed.page('Group', page));
  expect(statements).not.toEqual([]);
  expect(statements.filter((sql) => PLANNED_FOR.test(sql))).toEqual([]);
});

it.each(['identity.nameOrder', 'role.nameOrder', 'group.name'])(
  'plans a page of role bindings by %s once for all values',
  async (column) => {
    const order = { column, descending: false };
    const place = { parent: null, subtrees: [{ uid: root, withSelf: false }] };
    const searched = all(below(root), joinContains('identity', ['name'], 'x'));
    const cursor = { value: 'x', uid: root };
    const statements = await statementsOf(async () => {
      await committed.page('RoleBinding', { ...query, place, order, cursor });
      await committed.page('RoleBinding', { ...query, where: searched, order, cursor });
    });
    expect(statements).not.toEqual([]);
    expect(statements.filter((sql) => PLANNED_FOR.test(sql))).toEqual([]);
  },
);

it('plans other reads once for all values', async () => {
  const statements = await statementsOf(async () => {
    await committed.get('RoleBinding', child);
    await committed.tally('Group', root);
    await committed.chainEnd(root);
    await committed.rows('RoleBinding', all(is('identityUid', child), grants('groups.list')));
  });
  expect(statements).not.toEqual([]);
  expect(statements.filter((sql) => PLANNED_FOR.test(sql))).toEqual([]);
});

it.each<[string, () => Promise<unknown>]>([
  ['grants', () => committed.grants(['somebody'])],
  ['organizations elsewhere', () => committed.boundElsewhere(['somebody'], [root])],
])('finds the %s of a caller by the index of identities', async (_what, read) => {
  const [sql = ''] = (await statementsOf(read)).filter((text) =>
    text.includes('"RoleBinding" AS b'),
  );
  const database = new Database(join(folder, 'grove.db'), { readonly: true });
  const explained = `EXPLAIN QUERY PLAN ${sql.replaceAll('?', 'NULL')}`;
  const plan = database.prepare<[], { detail: string }>(explained).all();
  database.close();
  const looks = plan.flatMap(({ detail }) => (/ b /.test(detail) ? [detail] : []));
  expect(looks).toHaveLength(2);
  for (const look of looks) expect(look).toContain('RoleBinding_identityUid_expirationTime_idx');
});
