import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { folded } from '#lib/resources/names.ts';
import {
  alias,
  aliasContains,
  all,
  any,
  atLeast,
  atMost,
  below,
  contains,
  grants,
  inRoot,
  is,
  isIn,
  lessThan,
  moreThan,
  not,
} from '#lib/store/predicates.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { storedFold } from '#lib/store/tables/folded.ts';
import { dialect, long } from '#lib/store/sqlite/dialect.ts';
import { toCondition } from './where.ts';

const database = new Database(':memory:');
database.exec(`CREATE TABLE t ("uid" TEXT, "email" TEXT, "emailUnverified" INTEGER,
  "lastSeenTime" INTEGER, "emailFolded" TEXT);
  CREATE INDEX named ON t ("uid");
  CREATE VIEW "Identity" AS SELECT * FROM t`);
let looks = 0;
database.function('looks', () => {
  looks += 1;
  return 1;
});

/** More groups than are compared one by one, of two lengths. */
const OTHERS = Array.from({ length: 110 }, (_, index) => `z${index % 2 === 0 ? '' : 'z'}/${index}`);

interface Row {
  uid: string;
  email: string | null;
  emailUnverified: boolean | null;
  lastSeenTime: Date;
}

const uid = fc.constantFrom('a', 'a/b', 'a/b/c', 'ab', 'b');
const email = fc.constantFrom<string>('x', 'X', 'é', 'É', 'e\u0301', 'ß', 'SS', 'xy', "'", '%', '');
const time = fc.nat(5).map((ms) => new Date(ms));
const row: fc.Arbitrary<Row> = fc.record({
  uid,
  email: fc.option(email),
  emailUnverified: fc.option(fc.boolean()),
  lastSeenTime: time,
});

type Test = readonly [Predicate, (row: Row) => boolean | null];

const leaf: fc.Arbitrary<Test> = fc.oneof(
  fc
    .option(email)
    .map((v): Test => [
      is('email', v),
      (r) => (v === null ? r.email === null : r.email === null ? null : r.email === v),
    ]),
  fc
    .array(email, { maxLength: 3 })
    .map((v): Test => [
      isIn('email', v),
      (r) => (v.length === 0 ? false : r.email === null ? null : v.includes(r.email)),
    ]),
  fc
    .boolean()
    .map((v): Test => [
      is('emailUnverified', v),
      (r) => (r.emailUnverified === null ? null : r.emailUnverified === v),
    ]),
  email.map((v): Test => [
    contains('email', v),
    (r) => (r.email === null ? null : folded(r.email).includes(folded(v))),
  ]),
  uid.map((v): Test => [is('uid', v), (r) => r.uid === v]),
  uid.map((v): Test => [below(v), (r) => r.uid.startsWith(`${v}/`)]),
  uid.map((v): Test => [below(...OTHERS, v), (r) => r.uid.startsWith(`${v}/`)]),
  time.map((v): Test => [lessThan('lastSeenTime', v), (r) => r.lastSeenTime < v]),
  time.map((v): Test => [atMost('lastSeenTime', v), (r) => r.lastSeenTime <= v]),
  time.map((v): Test => [moreThan('lastSeenTime', v), (r) => r.lastSeenTime > v]),
  time.map((v): Test => [atLeast('lastSeenTime', v), (r) => r.lastSeenTime >= v]),
);

/** As SQL combines them, where null is neither true nor false. */
function combined(results: readonly (boolean | null)[], decisive: boolean): boolean | null {
  if (results.includes(decisive)) return decisive;
  return results.includes(null) ? null : !decisive;
}

const { test } = fc.letrec<{ test: Test }>((tie) => ({
  test: fc.oneof(
    { maxDepth: 3 },
    leaf,
    tie('test').map(([of, holds]): Test => [
      not(of),
      (r) => {
        const result = holds(r);
        return result === null ? null : !result;
      },
    ]),
    fc.array(tie('test'), { maxLength: 3 }).map((tests): Test => [
      any(...tests.map(([of]) => of)),
      (r) =>
        combined(
          tests.map(([, holds]) => holds(r)),
          true,
        ),
    ]),
    fc.array(tie('test'), { maxLength: 3 }).map((tests): Test => [
      all(...tests.map(([of]) => of)),
      (r) =>
        combined(
          tests.map(([, holds]) => holds(r)),
          false,
        ),
    ]),
  ),
}));

it('finds in SQL what the predicate says', () => {
  const insert = database.prepare('INSERT INTO t VALUES (?, ?, ?, ?, ?)');
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), test, (rows, [predicate, holds]) => {
      database.exec('DELETE FROM t');
      for (const { uid, email, emailUnverified: flag, lastSeenTime } of rows) {
        const time = lastSeenTime.getTime();
        insert.run(uid, email, flag === null ? null : Number(flag), time, storedFold(email));
      }
      const { sql, params } = toCondition(dialect, 'Identity', predicate);
      const found = database.prepare(`SELECT rowid FROM t WHERE ${sql}`).all(...params);
      expect(found).toHaveLength(rows.filter((one) => holds(one) === true).length);
    }),
    { numRuns: 1_000 },
  );
});

it('looks at one row to find one below many groups', () => {
  database.exec('DELETE FROM t');
  const insert = database.prepare(`INSERT INTO t ("uid") VALUES (?)`);
  for (const other of OTHERS) insert.run(`${other}/row`);
  const looksFor = (predicate: Predicate) => {
    looks = 0;
    const { sql, params } = toCondition(long, 'Identity', predicate);
    expect(database.prepare(`SELECT rowid FROM t WHERE ${sql}`).all(...params)).toHaveLength(1);
    return looks;
  };
  const few = all(is('uid', `${OTHERS[1]}/row`), any(is('email', 'x'), below(...OTHERS)));
  expect(looksFor(few)).toBeLessThan(2);
});

it('takes values as parameters, and no column that the table does not have', () => {
  const evil = `x' OR "1"=1 --`;
  const { sql, params } = toCondition(
    dialect,
    'Advisory',
    all(
      is('summary', evil),
      isIn('author', [evil, 'y']),
      contains('summary', evil),
      below(evil),
      alias([evil]),
      aliasContains(evil),
    ),
  );
  expect(sql).not.toContain(evil);
  expect(params).toHaveLength(7);
  for (const column of ['nothing', 'constructor', 'uid" OR "1']) {
    expect(() => toCondition(dialect, 'Group', is(column, 'x'))).toThrow(
      `Group has no column ${column}`,
    );
  }
});

it('asks about roots, aliases and roles in the words of the tables', () => {
  expect(toCondition(dialect, 'Group', inRoot())).toEqual({ sql: `t."parent" = ''`, params: [] });
  expect(toCondition(dialect, 'Repo', inRoot()).sql).toBe('length(t."parent") = 40');
  expect(toCondition(dialect, 'Advisory', aliasContains('CVE')).params).toEqual(['cve']);
  const between = toCondition(dialect, 'Advisory', aliasContains('","')).sql;
  expect(between).toContain('"AdvisoryAlias"');
  expect(toCondition(dialect, 'RoleBinding', grants('groups.list')).params).toEqual([
    'groups.list',
  ]);
});
