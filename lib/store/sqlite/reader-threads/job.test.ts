import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page, PageQuery } from '#lib/store/handles.ts';
import { all, any, below, contains, is, isIn } from '#lib/store/predicates.ts';
import type { Connection } from '../connection.ts';
import { keepHierarchy } from '../hierarchy.ts';
import { migrate } from '../migrate.ts';
import { openReader } from '../open-reader.ts';
import { perform } from './job.ts';
import { isInOrder } from './in-order.ts';
import { isMostOf } from './most-of.ts';
import { insertIdentities } from './test-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-jobs-'));
const file = join(folder, 'grove.db');
let connection: Connection;
let large: string;
let small: string;

beforeAll(() => {
  migrate(file);
  const database = new Database(file);
  keepHierarchy(database);
  large = insertIdentities(database, { count: 150, email: 'same@example.com' });
  small = insertIdentities(database, { count: 12, email: 'other@example.com' });
  database.close();
  connection = openReader(file, 1_024);
});

afterAll(() => rmSync(folder, { recursive: true }));

const isMost = (where: PageQuery['where']) => connection.follow(isMostOf('Identity', where));

it('knows whether groups hold most of a table', () => {
  const search = contains('email', 'same');
  expect(isMost(all(below(large), search))).toBe(true);
  expect(isMost(all(below(small), search))).toBe(false);
  expect(isMost(all(any(below(small), below(large), is('uid', small)), search))).toBe(true);
  expect(isMost(all(below(large), below(small), search))).toBe(false);
  expect(isMost(all(is('parent', large), search))).toBe(false);
});

it('knows which pages an index holds in their order', () => {
  const byName = { column: 'name', descending: true };
  const place = any(below(large), is('uid', small));
  const isHeld = (...filters: PageQuery['where'][]) =>
    isInOrder({ where: all(place, all(...filters)), order: byName });
  expect(isHeld(is('name', 'one'))).toBe(true);
  expect(isHeld(isIn('name', ['one', 'two']))).toBe(true);
  expect(isHeld()).toBe(false);
  expect(isHeld(contains('name', 'one'))).toBe(false);
  expect(isHeld(is('email', 'one'))).toBe(false);
  expect(isHeld(is('name', 'one'), contains('email', 'one'))).toBe(false);
});

const columns = ['uid', 'name', 'createTime', 'lastSeenTime'];

it('reads the same page in the order of the disk', () => {
  const read = (query: PageQuery, isLong: boolean) =>
    perform(connection, { kind: 'page', type: 'Identity', query }, isLong) as Page<{
      uid: string;
      name: string;
      createTime: Date;
      lastSeenTime: Date;
    }>;
  fc.assert(
    fc.property(
      fc.record({
        column: fc.constantFrom(...columns),
        descending: fc.boolean(),
        text: fc.constantFrom('1', '7', '99', 'identity', 'nothing'),
        isExact: fc.boolean(),
        skip: fc.nat(20),
        limit: fc.integer({ min: 1, max: 40 }),
        at: fc.option(fc.nat(161)),
      }),
      ({ column, descending, text, isExact, skip, limit, at }) => {
        const filter = isExact ? is('name', `identity ${text}`) : contains('name', text);
        const where = all(any(below(large), below(small)), filter);
        const query: PageQuery = {
          where,
          areas: null,
          parent: null,
          order: { column, descending },
          cursor: null,
          skip,
          limit,
        };
        if (at !== null) {
          const everything = read({ ...query, where: below(large), skip: 0, limit: 500 }, false);
          const row = everything.rows[at % everything.rows.length];
          const value = row === undefined ? '' : row[column as keyof typeof row];
          const key = value instanceof Date ? value.getTime() : value;
          if (row !== undefined) query.cursor = { value: key, uid: row.uid };
        }
        expect(read(query, true)).toEqual(read(query, false));
      },
    ),
  );
});

it('counts what the page does not show', () => {
  const total = (limit: number, skip: number, cursor: PageQuery['cursor'] = null) => {
    const query: PageQuery = {
      where: all(below(large), contains('name', 'identity 1')),
      areas: null,
      parent: null,
      order: { column: 'uid', descending: false },
      cursor,
      skip,
      limit,
    };
    const outcome = perform(connection, { kind: 'page', type: 'Identity', query });
    return 'total' in outcome ? outcome.total : null;
  };
  // 1, 10 to 19, 100 to 150.
  const expected = 62;
  for (const limit of [10, 62, 63, 100]) {
    for (const skip of [0, 1, 60, 61, 62, 500]) expect(total(limit, skip)).toBe(expected);
  }
  const uid = `${large}/${(140).toString(16).padStart(16, '0')}`;
  for (const limit of [5, 50]) expect(total(limit, 0, { value: uid, uid })).toBe(expected);
});
