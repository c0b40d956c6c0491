// @module-tag sqlite
/** A database that an older version made, opened by this one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TABLES } from '#lib/store/copy/rows.ts';
import { postgresPrograms } from '../../../scripts/lib/test-programs.mjs';
import { SOUND_WITHOUT_OWNERS } from '../support/command-line.ts';
import {
  BIND_ELSEWHERE,
  KEPT_NAMES,
  keptNames,
  olderFile,
  restoreOlder,
  rowsThatStay,
} from '../support/older-versions.ts';
import type { OlderTables } from '../support/older-versions.ts';
import { dropDatabases, emptyDatabase, grove, onServer } from './databases.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-older-'));
  process.env['GROVE_DATA_DIR'] = folder;
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await dropDatabases();
});

const COPIED = new Set<string>(TABLES);

async function tablesIn(address: string): Promise<OlderTables> {
  const { rows } = await onServer(
    `SELECT table_name AS "table", array_agg(column_name::text ORDER BY column_name) AS "columns"
     FROM information_schema.columns WHERE table_schema = 'public' GROUP BY 1`,
    address,
  );
  const all = rows as { table: string; columns: string[] }[];
  const copied = all.filter(({ table }) => COPIED.has(table));
  return Object.fromEntries(copied.map(({ table, columns }) => [table, columns]));
}

function rowsIn(address: string, tables: OlderTables): Promise<unknown[]> {
  return Promise.all(
    Object.entries(tables).map(async ([table, names]) => {
      const columns = names.map((name) => `"${name}"::text`);
      const sql = `${rowsThatStay(table, columns)} ORDER BY ${columns.join()}`;
      return [table, (await onServer(sql, address)).rows];
    }),
  );
}

it('is migrated whole, once no older program uses it', async () => {
  const address = await emptyDatabase();
  // The secrets are encrypted with keys from the backup of the same rows.
  await restoreOlder('2026-11-24', { DATABASE_URL: '' });

  const { status, stderr } = spawnSync(
    join(postgresPrograms() ?? '', 'psql'),
    ['--quiet', '--set=ON_ERROR_STOP=1', '--file=-', address],
    { input: gunzipSync(readFileSync(olderFile('2026-11-24.postgres.sql.gz'))) },
  );
  expect([String(stderr), status]).toEqual(['', 0]);
  await onServer(`UPDATE "Identity" SET "name" = 'É-' || "uid"`, address);
  for (const sql of BIND_ELSEWHERE) await onServer(sql, address);
  const tables = await tablesIn(address);
  const before = await rowsIn(address, tables);
  expect(Object.keys(tables).length).toBeGreaterThan(30);
  const older = new pg.Client(address);
  await older.connect();
  const { rows } = await older.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const { err, code } = await grove(['verify'], address);
  await older.end();
  // A connection of a person is not an older program.
  const tool = new pg.Client({ connectionString: address, application_name: 'psql' });
  await tool.connect();
  expect(code).toBe(1);
  expect(err).toMatch(/^[^\n]*: stop every Grove on it first[^\n]*\n$/);
  expect(err).toMatch(
    new RegExp(`connected are ${rows[0]?.pid} \\(no name, since \\d{4}-[^)]*\\)\n$`),
  );
  expect(await grove(['verify'], address)).toEqual(SOUND_WITHOUT_OWNERS);
  await tool.end();
  expect(await rowsIn(address, tables)).toEqual(before);
  const folded = `SELECT count(*)::int AS "all",
    count(*) FILTER (WHERE "nameFolded" = 'é-' || "uid")::int AS "folded" FROM "Identity"`;
  const [identities] = (await onServer(folded, address)).rows;
  expect(identities).toEqual({ all: expect.any(Number), folded: identities.all });
  expect(identities.all).toBeGreaterThan(0);
  expect((await onServer(KEPT_NAMES, address)).rows).toEqual(keptNames(true));
  const ordered = `SELECT DISTINCT "nameNatural" = '' AS "isEmpty" FROM "Tag"`;
  expect((await onServer(ordered, address)).rows).toEqual([{ isEmpty: false }]);
});
