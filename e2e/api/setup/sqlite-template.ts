/** Migrates one SQLite file for the whole run. The tests start with copies of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeHandles, handles } from '#lib/store/sqlite/database.ts';

export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'grove-template-'));
  const before = { ...process.env };
  Object.assign(process.env, { GROVE_DATA_DIR: folder, DATABASE_URL: '' });
  handles();
  await closeHandles();
  process.env = before;
  process.env['TEST_SQLITE_TEMPLATE'] = join(folder, 'grove.db');
  return () => rmSync(folder, { recursive: true });
}
