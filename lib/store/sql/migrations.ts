/**
 * The checked-in migrations, and which of them a database still needs. They are recorded in
 * Prisma's own table, so that `prisma migrate deploy` accepts the database.
 *
 * @see
 * https://www.prisma.io/docs/orm/prisma-migrate/understanding-prisma-migrate/migration-histories
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '#lib/operator-error.ts';
import type { Part } from './plan.ts';

export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the file, in hex. */
  checksum: string;
}

/** A migration as a database has recorded it. */
export interface Recorded {
  name: string;
  checksum: string;
  finished: unknown;
}

/** @param time the type of moments. */
export const history = (time: string) => `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" TEXT PRIMARY KEY NOT NULL,
  "checksum" TEXT NOT NULL,
  "finished_at" ${time},
  "migration_name" TEXT NOT NULL,
  "logs" TEXT,
  "rolled_back_at" ${time},
  "started_at" ${time} NOT NULL DEFAULT current_timestamp,
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

export const recordOf = ({ name, checksum }: Migration, time: unknown): Part => ({
  sql: `INSERT INTO "_prisma_migrations" ("id", "checksum", "started_at", "finished_at",
      "migration_name", "applied_steps_count") VALUES (?, ?, ?, ?, ?, 1)`,
  params: [randomUUID(), checksum, time, time, name],
});

export const RECORDED = `SELECT "migration_name" AS "name", "checksum", "finished_at" AS "finished"
  FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL`;

export function migrationsIn(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** @throws OperatorError if anything but these migrations has changed the database. */
export function pendingOf(
  migrations: readonly Migration[],
  history: readonly Recorded[],
): Migration[] {
  const applied = new Map(history.map((row) => [row.name, row]));
  const remaining = migrations.filter((migration) => {
    const row = applied.get(migration.name);
    applied.delete(migration.name);
    if (row === undefined) return true;
    if (row.finished === null) {
      throw new OperatorError(`migration ${row.name} has failed before; restore a backup`);
    }
    if (row.checksum !== migration.checksum) {
      throw new OperatorError(`migration ${row.name} differs from the one that was applied`);
    }
    return false;
  });
  const [unknown] = applied.keys();
  if (unknown !== undefined) {
    throw new OperatorError(`it was made by a newer version of Grove (migration ${unknown})`);
  }
  return remaining;
}

/** The table of an earlier version in a database that `grove copy` has not filled yet. */
export const COPY_MARK = '_grove_copy';

export const unfinishedCopy = (): OperatorError =>
  new OperatorError('it holds an unfinished copy of an earlier version: empty it, and copy again');

/** A column that follows from another one, which rows from before a migration lack. SQL cannot compute it. */
export interface Fold {
  table: string;
  column: string;
  /** The end of the name of the column that follows from it. */
  form: string;
}

export function foldsIn(sql: string): Fold[] {
  return [...sql.matchAll(/ALTER TABLE "(\w+)"([^;]*)/g)].flatMap(([, table = '', changes = '']) =>
    [...changes.matchAll(/ADD COLUMN\s+"(\w+)(Folded|Natural|Alike|Order)"/g)].map(
      ([, column = '', form = '']) => ({ table, column, form }),
    ),
  );
}

/** The rows to fill; both engines understand it. */
export const lacking = ({ column, form }: Fold): string =>
  form === 'Folded' ? `octet_length("${column}") > length("${column}")` : `"${column}${form}" = ''`;
