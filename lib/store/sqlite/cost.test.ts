import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page, PageQuery } from '#lib/store/handles.ts';
import { all, any, below, contains, is, isIn, not } from '#lib/store/predicates.ts';
import { costFor } from '#lib/store/sql/cost.ts';
import { outcomeOf } from '#lib/store/sql/jobs.ts';
import { selectUids } from '#lib/store/sql/select.ts';
import { Connection, openReader, TOO_LONG } from './connection.ts';
import { dialect } from './dialect.ts';
import { migrate } from './migrate.ts';
import { derive } from './triggers.ts';
import { insertIdentities } from './reader-threads/test-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-jobs-'));
const file = join(folder, 'grove.db');
let connection: Connection;
let large: string;
let small: string;

beforeAll(() => {
  migrate(file);
  const database = new Database(file);
  derive(database);
  large = insertIdentities(database, { count: 150, email: 'same@example.com' });
  small = insertIdentities(database, { count: 12, email: 'other@example.com' });
  database.close();
  connection = openReader(file, 1_024);
});

afterAll(() => rmSync(folder, { recursive: true }));

const within = (...uids: string[]) => ({
  parent: null,
  subtrees: uids.map((uid) => ({ uid, withSelf: false })),
});
const text = contains('email', 'same');

it('knows how many rows a read may have to look at', () => {
  const cost = (where: PageQuery['where'], place: PageQuery['place'] = null, most = 1_000) =>
    connection.follow(costFor({ ...dialect, most }, 'Identity', { where, place }));
  expect(cost(below(large))).toBe(150);
  expect(cost(all(below(large), text))).toBe(3 * 150);
  expect(cost(is('description', ''), within(small, large))).toBe(162);
  expect(cost(all(below(large), below(small), is('description', '')))).toBe(12);
  expect(cost(any(below(small), is('name', '')))).toBe(162);
  expect(cost(not(below(small)))).toBe(162);
});

it('knows that few rows have a value where an index finds them', () => {
  const cost = (where: PageQuery['where'], most: number) =>
    connection.follow(costFor({ ...dialect, most }, 'Identity', { where, place: within(large) }));
  const [first] = connection.follow(selectUids(dialect, 'Identity', below(large), 'uid'));
  const named = is('name', 'identity 7');
  expect(cost(all(below(large), named), 100)).toBe(2);
  expect(cost(all(below(large), named, text), 100)).toBe(3 * 2);
  expect(cost(all(below(large), is('name', 'unknown')), 100)).toBe(0);
  expect(cost(all(any(below(small), below(large)), isIn('uid', [first ?? ''])), 100)).toBe(1);
  // One row too many: they may be as many as all.
  expect(cost(all(below(large), named), 1)).toBe(150);
});

it('walks at once only past so many entries as the connection may look at', () => {
  const strict = { ...dialect, most: 0.5 };
  const query: PageQuery = {
    where: below(large),
    place: within(large),
    order: { column: 'email', descending: false },
    cursor: null,
    skip: 0,
    limit: 5,
  };
  const read = (more: Partial<PageQuery>, most = strict.most) => {
    const job = { kind: 'page', type: 'Identity', query: { ...query, ...more } } as const;
    return new Connection(connection.database, most).atOnce(outcomeOf(strict, job)) as Page<{
      uid: string;
    }>;
  };
  // All of the other group come before the first row.
  expect(() => read({})).toThrow(TOO_LONG);
  const { rows } = read({}, Infinity);
  expect(rows.map(({ uid }) => uid.endsWith('5'))).toEqual([false, false, false, false, true]);
  const order = { column: 'email', descending: true };
  expect(read({ order }).rows).toHaveLength(5);
});

it('counts texts as well where kept counts say what a list is in', () => {
  const where = all(below(large), text);
  const order = { column: 'name', descending: false };
  const query: PageQuery = {
    where,
    filter: text,
    isBroad: true,
    place: within(large),
    order,
    cursor: null,
    skip: 0,
    limit: 5,
  };
  const job = { kind: 'page', type: 'Identity', query } as const;
  const read = (most: number) =>
    new Connection(connection.database, most).atOnce(outcomeOf(dialect, job));
  expect(() => read(3 * 150 - 1)).toThrow(TOO_LONG);
  expect(read(3 * 150)).toMatchObject({ total: 150 });
});

it('counts what the page does not show', () => {
  const total = (limit: number, skip: number, cursor: PageQuery['cursor'] = null) => {
    const query: PageQuery = {
      where: all(below(large), contains('name', 'identity 1')),
      place: null,
      order: { column: 'uid', descending: false },
      cursor,
      skip,
      limit,
    };
    const outcome = connection.atOnce(
      outcomeOf(dialect, { kind: 'page', type: 'Identity', query }),
    );
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
