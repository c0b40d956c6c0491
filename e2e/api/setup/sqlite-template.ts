/** Migrates one SQLite file for the whole run. The tests start with copies of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrate } from '#lib/store/sqlite/migrate.ts';
import { derive } from '#lib/store/sqlite/triggers.ts';

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'grove-template-'));
  const file = join(folder, 'grove.db');
  migrate(file);
  const database = new Database(file);
  derive(database);
  database.close();
  process.env['TEST_SQLITE_TEMPLATE'] = file;
  return () => rmSync(folder, { recursive: true });
}
