/** Lists by name have the same order by token and by skip, on both engines. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cursor } from '#lib/aip/page-token.ts';
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { cursorOf } from '#lib/store/cursors.ts';
import type { PageQuery } from '#lib/store/handles.ts';
import { below } from '#lib/store/predicates.ts';
import { closeDatabase, committed, openDatabase, transaction } from '#lib/store/store.ts';
import { randomly } from '../../e2e/support/random.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-name-orders-'));

beforeAll(async () => {
  process.env.GROVE_DATA_DIR = folder;
  await openDatabase();
});

afterAll(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

/** An organization with an identity for each name. @returns its uid. */
async function insert(names: readonly string[]): Promise<string> {
  const parent = newRootUid();
  const now = new Date();
  const times = { createTime: now, updateTime: now };
  await transaction(async (tx) => {
    await tx.insert('Group', {
      uid: parent,
      parent: '',
      name: parent,
      resourceLimits: {},
      ...times,
    });
    for (const name of names) {
      const empty = { claims: {}, claimPatterns: {}, lastSeenTime: now };
      await tx.insert('Identity', { uid: newChildUid(parent), parent, name, ...empty, ...times });
    }
  });
  return parent;
}

const listOf = (parent: string, page: Partial<PageQuery>): PageQuery => ({
  where: below(parent),
  place: { parent: null, subtrees: [{ uid: parent, withSelf: false }] },
  order: { column: 'nameOrder', descending: false },
  cursor: null,
  skip: 0,
  limit: 3,
  ...page,
});

async function byToken(parent: string, descending: boolean): Promise<string[]> {
  const found: string[] = [];
  let cursor: Cursor | null = null;
  for (;;) {
    const order = { column: 'nameOrder', descending };
    const { rows } = await committed.page('Identity', listOf(parent, { order, cursor }));
    found.push(...rows.map(({ name }) => name));
    const last = rows.at(-1);
    if (last === undefined) return found;
    cursor = cursorOf(last, 'nameOrder');
  }
}

async function bySkip(parent: string, count: number): Promise<string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const { rows } = await committed.page('Identity', listOf(parent, { skip: found.length }));
    found.push(...rows.map(({ name }) => name));
  }
  return found;
}

/** The rule, in other words than the program has it. */
function inOrder(names: readonly string[]): string[] {
  const key = (name: string) =>
    [...name.normalize('NFKD')]
      .filter((one) => !/\p{M}/u.test(one))
      .join('')
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ');
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  return names.toSorted((a, b) => byBytes(key(a), key(b)) || byBytes(a, b));
}

const letter = fc.oneof(
  fc.constantFrom(...'aAbBeEéÉèzZßſςσΣİıøØñ -_.09ﬁ가각あアＡ'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const names = fc.uniqueArray(
  fc.array(letter, { minLength: 1, maxLength: 8 }).map((letters) => letters.join('')),
  { minLength: 1, maxLength: 14 },
);

it('orders names as people look for them', async () => {
  const parent = await insert(['Zoe', 'émile', 'Bob', 'Frank', 'alice']);
  const expected = ['alice', 'Bob', 'émile', 'Frank', 'Zoe'];
  expect(await byToken(parent, false)).toEqual(expected);
  expect(await byToken(parent, true)).toEqual(expected.toReversed());
  expect(await bySkip(parent, 5)).toEqual(expected);
});

it('gives each name its place after a change', async () => {
  const parent = await insert(['b', 'd']);
  const { rows } = await committed.page('Identity', listOf(parent, {}));
  await transaction((tx) => tx.update('Identity', rows[0]?.uid ?? '', { name: 'É' }));
  expect(await byToken(parent, false)).toEqual(['d', 'É']);
});

it('orders any names, by token, by skip and backwards', async () => {
  await fc.assert(
    fc.asyncProperty(names, async (some) => {
      const parent = await insert(some);
      const expected = inOrder(some);
      expect(await byToken(parent, false)).toEqual(expected);
      expect(await byToken(parent, true)).toEqual(expected.toReversed());
      expect(await bySkip(parent, some.length)).toEqual(expected);
    }),
    randomly(25),
  );
});
