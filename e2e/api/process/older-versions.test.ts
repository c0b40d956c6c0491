// @module-tag many-runs
// @module-tag sqlite
/** Data that older versions made, opened by this one. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TABLES } from '#lib/store/copy/rows.ts';
import { runs } from '../../support/random.ts';
import { freePort } from '../../support/free-port.ts';
import { groveHere, SOUND_WITHOUT_OWNERS } from '../support/command-line.ts';
import {
  BIND_ELSEWHERE,
  KEPT_NAMES,
  keptNames,
  olderFile,
  restoreOlder,
  rowsThatStay,
} from '../support/older-versions.ts';
import type { OlderTables } from '../support/older-versions.ts';
import { processOn } from '../support/server-process.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-older-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const reading = <T>(dataDir: string, read: (database: Database.Database) => T): T =>
  opening(dataDir, { readonly: true }, read);

const writing = (dataDir: string, write: (database: Database.Database) => void): void =>
  opening(dataDir, {}, write);

function opening<T>(
  dataDir: string,
  options: Database.Options,
  read: (database: Database.Database) => T,
): T {
  const database = new Database(join(dataDir, 'grove.db'), options);
  try {
    return read(database);
  } finally {
    database.close();
  }
}

const tablesOf = (dataDir: string): OlderTables =>
  reading(dataDir, (database) => {
    const columns = database.prepare('SELECT name FROM pragma_table_info(?) ORDER BY 1').pluck();
    const all = TABLES.map((table) => [table, columns.all(table) as string[]] as const);
    return Object.fromEntries(all.filter(([, names]) => names.length > 0));
  });

/** A line for each row. */
const rowsOf = (dataDir: string, tables: OlderTables) =>
  reading(dataDir, (database) =>
    Object.entries(tables).flatMap(([table, names]) => {
      const columns = names.map((name) => `"${name}"`);
      return database
        .prepare(rowsThatStay(table, columns))
        .safeIntegers()
        .raw()
        .all()
        .map((row) => inspect([table, row], { maxStringLength: null }));
    }),
  );

function expectNothingLost(before: readonly string[], after: readonly string[]): void {
  const there = new Set(after);
  expect(before.filter((row) => !there.has(row))).toEqual([]);
}

const BACKUPS = ['2026-11-28', '2026-11-24', '2026-11-22'];

it.each(BACKUPS.slice(0, runs(2)))('the backup of %s is restored whole', async (day) => {
  const dataDir = join(folder, day);
  const env = { GROVE_DATA_DIR: dataDir, DATABASE_URL: '' };
  await restoreOlder(day, env);
  writing(dataDir, (database) => BIND_ELSEWHERE.forEach((sql) => database.exec(sql)));
  const tables = tablesOf(dataDir);
  const before = rowsOf(dataDir, tables);
  expect(Object.keys(tables).length).toBeGreaterThan(20);
  expect(await groveHere(['verify'], env)).toEqual(SOUND_WITHOUT_OWNERS);
  expectNothingLost(before, rowsOf(dataDir, tables));
  const kept = reading(dataDir, (database) => database.prepare(KEPT_NAMES).all());
  expect(kept).toEqual(keptNames(1));
});

it('the first data folders serve what is in them', async () => {
  const dataDir = join(folder, 'first');
  mkdirSync(dataDir);
  const compressed = readFileSync(olderFile('2026-11-21.grove.db.gz'));
  writeFileSync(join(dataDir, 'grove.db'), gunzipSync(compressed));
  copyFileSync(olderFile('2026-11-21.secrets.json'), join(dataDir, 'secrets.json'));
  const port = await freePort();
  const env = {
    GROVE_DATA_DIR: dataDir,
    DATABASE_URL: '',
    GROVE_URL: `http://localhost:${port}`,
  };
  const tables = tablesOf(dataDir);
  const before = rowsOf(dataDir, tables);
  expect(await groveHere(['verify'], env)).toEqual(SOUND_WITHOUT_OWNERS);
  expectNothingLost(before, rowsOf(dataDir, tables));
  const owner = reading(dataDir, (database) =>
    String(database.prepare('SELECT identityUid FROM Account').pluck().get()),
  );

  const server = processOn(port, env);
  await server.start();
  try {
    const token = (await groveHere(['token', owner], env)).out.trim();
    const totalOf = async (path: string) => {
      const answer = await fetch(`http://${server.address}/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { totalCount: string }).totalCount;
    };
    expect({
      groups: await totalOf('iam/v2beta1/groups'),
      identities: await totalOf('iam/v2beta1/identities'),
      roleBindings: await totalOf('iam/v2beta1/roleBindings'),
      repos: await totalOf('registry/v2beta1/repos'),
      tags: await totalOf('registry/v2beta1/tags'),
      advisories: await totalOf('vulnerabilities/v2beta1/advisories'),
    }).toEqual({
      groups: '201',
      identities: '199',
      roleBindings: '125',
      repos: '50',
      tags: '75',
      advisories: '80',
    });
  } finally {
    await server.end('SIGTERM');
  }
  expect(await groveHere(['verify'], env)).toEqual(SOUND_WITHOUT_OWNERS);
  const record = await groveHere(['audit', 'verify'], env);
  expect(JSON.parse(record.out)).toEqual([
    expect.objectContaining({ group: owner.slice(0, 40), problems: [] }),
  ]);
});
