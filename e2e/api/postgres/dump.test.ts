/** The backups that docs/operations.md recommends. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copy } from '#lib/store/copy/copy.ts';
import { TABLES } from '#lib/store/copy/rows.ts';
import { postgresPrograms } from '../../../scripts/lib/test-programs.mjs';
import { SOUND_WITHOUT_OWNERS } from '../support/command-line.ts';
import { dropDatabases, emptyDatabase, grove } from './databases.ts';
import { everyRow, makeRowsOfEveryKind } from './rows-of-every-kind.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-dump-'));
  process.env['GROVE_DATA_DIR'] = folder;
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await dropDatabases();
});

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(join(postgresPrograms() ?? '', program), args);
  expect(status, String(stderr)).toBe(0);
}

it('a dump holds everything, counts included', async () => {
  const file = join(folder, 'grove.db');
  makeRowsOfEveryKind(file);
  const [from, to] = [await emptyDatabase(), await emptyDatabase()];
  const onStep = () => {};
  await copy({ from: `file:${file}`, to: from, onStep });
  const dump = join(folder, 'grove.dump');
  run('pg_dump', '--format=custom', '--file', dump, from);
  // Twice, because the second restore replaces the tables of the first.
  for (let time = 0; time < 2; time += 1) {
    run('pg_restore', '--clean', '--if-exists', '--dbname', to, dump);
  }
  const back = join(folder, 'back.db');
  await copy({ from: to, to: `file:${back}`, onStep });
  for (const table of TABLES) expect(everyRow(back, table)).toEqual(everyRow(file, table));
  expect(await grove(['verify'], to)).toEqual(SOUND_WITHOUT_OWNERS);
});

it('backup and restore leave it to the tools of PostgreSQL, in one line', async () => {
  const address = await emptyDatabase();
  const passphrase = join(folder, 'passphrase');
  writeFileSync(passphrase, 'a passphrase for backups');
  for (const command of ['backup', 'restore']) {
    const args = [command, join(folder, 'grove.tar.gz'), '--passphrase-file', passphrase];
    const { out, err, code } = await grove(args, address);
    expect([out, code]).toEqual(['', 1]);
    expect(err).toMatch(/^grove: .*: see docs\/operations\.md\n$/);
  }
});
