/** Where the tests store: in a PostgreSQL database, or in a SQLite file. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

/** The settings that a process under test needs for it. */
export function databaseSettings(): Record<string, string> {
  const given = process.env['TEST_DATABASE_URL'];
  return given === undefined ? {} : { DATABASE_URL: given };
}

/** Puts a database with all tables into a new data folder, as migrating one takes longer. */
export function copyDatabase(dataDir: string): void {
  const template = process.env['TEST_SQLITE_TEMPLATE'];
  if (template !== undefined) copyFileSync(template, join(dataDir, 'grove.db'));
}
