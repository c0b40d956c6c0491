/** A database that an older version made, opened by this one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TABLES } from '#lib/store/copy/tables.ts';
import { postgresPrograms } from '../../../scripts/lib/postgres.mjs';
import { SOUND } from '../support/command-line.ts';
import { dropDatabases, emptyDatabase, grove, onServer } from './databases.ts';

const FILES = join(import.meta.dirname, '..', 'support', 'older-versions');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-older-'));
  process.env['GROVE_DATA_DIR'] = folder;
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await dropDatabases();
});

type Tables = Readonly<Record<string, readonly string[]>>;

/** The columns of the tables that hold more than was counted from others. */
async function tablesIn(address: string): Promise<Tables> {
  const { rows } = await onServer(
    `SELECT table_name, array_agg(column_name::text ORDER BY column_name) AS columns
     FROM information_schema.columns WHERE table_schema = 'public' GROUP BY 1`,
    address,
  );
  const columns = new Map(
    (rows as { table_name: string; columns: string[] }[]).map((row) => [
      row.table_name,
      row.columns,
    ]),
  );
  return Object.fromEntries(
    TABLES.flatMap((table) => {
      const names = columns.get(table);
      return names === undefined ? [] : [[table, names]];
    }),
  );
}

function rowsIn(address: string, tables: Tables): Promise<unknown[]> {
  return Promise.all(
    Object.entries(tables).map(async ([table, names]) => {
      const columns = names.map((name) => `"${name}"::text`).join();
      // The roles that come with a version are those of today.
      const which = table === 'Role' ? 'WHERE "parent" IS NOT NULL' : '';
      const sql = `SELECT ${columns} FROM "${table}" ${which} ORDER BY ${columns}`;
      return [table, (await onServer(sql, address)).rows];
    }),
  );
}

it('is migrated whole', async () => {
  const address = await emptyDatabase();
  // Its secrets are encrypted with the keys that are in the backup of the same rows.
  const backup = join(FILES, '2026-11-24.backup.tar.gz');
  writeFileSync(join(folder, 'passphrase'), 'an old passphrase of a test');
  const restored = await grove([
    'restore',
    backup,
    '--passphrase-file',
    join(folder, 'passphrase'),
  ]);
  expect(restored).toMatchObject({ err: '', code: 0 });

  const { status, stderr } = spawnSync(
    join(postgresPrograms() ?? '', 'psql'),
    ['--quiet', '--set=ON_ERROR_STOP=1', '--file=-', address],
    { input: gunzipSync(readFileSync(join(FILES, '2026-11-24.postgres.sql.gz'))) },
  );
  expect([String(stderr), status]).toEqual(['', 0]);
  const tables = await tablesIn(address);
  const before = await rowsIn(address, tables);
  expect(Object.keys(tables).length).toBeGreaterThan(30);
  expect(await grove(['verify'], address)).toEqual(SOUND);
  expect(await rowsIn(address, tables)).toEqual(before);
});
