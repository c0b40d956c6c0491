/** Lists by a column of a related row have the same order by token and by skip, on both engines. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cursor } from '#lib/aip/page-token.ts';
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { cursorOf } from '#lib/store/cursors.ts';
import type { Order, PageQuery } from '#lib/store/handles.ts';
import { all, any, below, joinContains, type Predicate } from '#lib/store/predicates.ts';
import { closeDatabase, committed, openDatabase, transaction } from '#lib/store/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-joined-orders-'));
const root = newRootUid();
const elsewhere = newRootUid();

/** Each with its role; the last one is of another organization. */
const BOUND = [
  ['zoe', 'viewer'],
  ['Émile', 'owner'],
  ['bob', 'editor'],
  ['Bea', 'owner'],
  ['guest', 'viewer'],
] as const;

beforeAll(async () => {
  process.env.GROVE_DATA_DIR = folder;
  await openDatabase();
  const now = new Date();
  const times = { createTime: now, updateTime: now };
  await transaction(async (tx) => {
    for (const uid of [root, elsewhere]) {
      await tx.insert('Group', { uid, parent: '', name: uid, resourceLimits: {}, ...times });
    }
    for (const [name, role] of BOUND) {
      const parent = name === 'guest' ? elsewhere : root;
      const identityUid = newChildUid(parent);
      const empty = { claims: {}, claimPatterns: {}, lastSeenTime: now };
      await tx.insert('Identity', { uid: identityUid, parent, name, ...empty, ...times });
      const roleUid = builtInRole(role).uid;
      const binding = { uid: newChildUid(root), parent: root, identityUid, roleUid };
      await tx.insert('RoleBinding', { ...binding, createTime: now });
    }
  });
});

afterAll(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

const listOf = (page: Partial<PageQuery>): PageQuery => ({
  where: below(root),
  place: { parent: null, subtrees: [{ uid: root, withSelf: false }] },
  order: { column: 'identity.nameOrder', descending: false },
  cursor: null,
  skip: 0,
  limit: 2,
  ...page,
});

async function byToken(order: Order, more: Partial<PageQuery> = {}): Promise<string[]> {
  const found: string[] = [];
  let cursor: Cursor | null = null;
  for (;;) {
    const { rows } = await committed.page('RoleBinding', listOf({ order, cursor, ...more }));
    found.push(...rows.map(({ identity }) => identity.name));
    const last = rows.at(-1);
    if (last === undefined) return found;
    cursor = cursorOf(last, order.column);
  }
}

const BY_NAME = ['Bea', 'bob', 'Émile', 'guest', 'zoe'];
const byIdentity = { column: 'identity.nameOrder', descending: false };

it('orders by the identity, by token, by skip and backwards', async () => {
  expect(await byToken(byIdentity)).toEqual(BY_NAME);
  expect(await byToken({ ...byIdentity, descending: true })).toEqual(BY_NAME.toReversed());
  const { rows } = await committed.page('RoleBinding', listOf({ skip: 2 }));
  expect(rows.map(({ identity }) => identity.name)).toEqual(['Émile', 'guest']);
});

it('has owners first', async () => {
  const names = await byToken({ column: 'role.nameOrder', descending: false });
  const roles = new Map<string, string>(BOUND);
  expect(names.map((name) => roles.get(name))).toEqual([
    'owner',
    'owner',
    'editor',
    'viewer',
    'viewer',
  ]);
});

it('finds a text in any related row', async () => {
  const find = async (filter: Predicate) => {
    const where = all(below(root), filter);
    const found = await byToken(byIdentity, { where, filter });
    expect(await byToken(byIdentity, { where, filter, isBroad: true })).toEqual(found);
    return found;
  };
  expect(await find(joinContains('identity', ['email', 'name'], 'ÉMI'))).toEqual(['Émile']);
  expect(await find(joinContains('identity', ['name'], 'GUE'))).toEqual(['guest']);
  expect(await find(joinContains('identity', ['name'], '%'))).toEqual([]);
  const either = any(
    joinContains('role', ['name'], 'edit'),
    joinContains('identity', ['name'], 'z'),
  );
  expect(await find(either)).toEqual(['bob', 'zoe']);
});
