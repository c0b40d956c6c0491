/**
 * Keeps the statements of Prisma's adapter prepared, which prepares each one for each call. With a
 * statement SQLite compiles the triggers that it causes, which takes longer than running it.
 *
 * @see docs/decisions/068-prisma-writes.md
 */
import Database from 'better-sqlite3';
import type { Statement } from 'better-sqlite3';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { Connection, keeping } from './connection.ts';

/** What the adapter uses of a statement, which it binds once. */
const reusable = (statement: Statement<unknown[]>) => ({
  bind: (values: readonly unknown[]) => ({
    reader: statement.reader,
    columns: () => statement.columns(),
    raw: () => ({ all: () => statement.raw().all(...values) }),
    run: () => statement.run(...values),
  }),
});

/**
 * @returns the connection of the adapter, for statements past Prisma.
 * @throws Error for an adapter whose statements cannot be kept.
 */
export function keepStatements(adapter: SqlDriverAdapter): Connection {
  const database: unknown = Reflect.get(adapter, 'client');
  if (!(database instanceof Database)) throw new Error('the adapter has another client');
  // Only the adapter wants integers as bigints.
  database.defaultSafeIntegers(false);
  const prepare = keeping((sql) => reusable(database.prepare<unknown[]>(sql).safeIntegers()));
  Reflect.set(adapter, 'client', Object.assign(Object.create(database), { prepare }));
  return new Connection(database);
}
