/**
 * Keeps the statements of Prisma's adapter prepared, which prepares each one for each call. With a
 * statement SQLite compiles the triggers that it causes, which takes longer than running it.
 *
 * @see docs/decisions/068-prisma-writes.md
 */
import Database from 'better-sqlite3';
import type { Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';

/** Each combination of filters is another statement. */
const MAX_STATEMENTS = 500;

/** The statements of a connection. */
export function keeping<Kept extends object>(make: (sql: string) => Kept): (sql: string) => Kept {
  const kept = new LRUCache<string, Kept>({ max: MAX_STATEMENTS, memoMethod: make });
  return (sql) => kept.memo(sql);
}

/** What the adapter uses of a statement, which it binds once. */
const reusable = (statement: Statement<unknown[]>) => ({
  bind: (values: readonly unknown[]) => ({
    reader: statement.reader,
    columns: () => statement.columns(),
    raw: () => ({ all: () => statement.raw().all(...values) }),
    run: () => statement.run(...values),
  }),
});

/** @returns whether the adapter is one whose statements can be kept. */
export function keepStatements(connection: SqlDriverAdapter): boolean {
  const database: unknown = Reflect.get(connection, 'client');
  if (!(database instanceof Database)) return false;
  const prepared = database.prepare.bind(database);
  return Reflect.set(
    database,
    'prepare',
    keeping((sql) => reusable(prepared<unknown[]>(sql))),
  );
}
