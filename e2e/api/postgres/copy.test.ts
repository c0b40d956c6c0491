import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { config } from '#lib/config.ts';
import { copy, type Step } from '#lib/store/copy/copy.ts';
import { TABLES } from '#lib/store/copy/rows.ts';
import { grove as run, SOUND_WITHOUT_OWNERS } from '../support/command-line.ts';
import { dropDatabases, emptyDatabase, grove, onServer } from './databases.ts';
import { everyRow, makeRowsOfEveryKind } from './rows-of-every-kind.ts';

let folder: string;
let from: string;
let counts: Record<string, number>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-copy-'));
  process.env['GROVE_DATA_DIR'] = folder;
  from = join(folder, 'grove.db');
  counts = makeRowsOfEveryKind(from);
  // Copied before the file is opened, because opening computes the tallies.
  copyFileSync(from, join(folder, 'odd.db'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await dropDatabases();
});

it('copies every row to PostgreSQL and back, after an interruption as well', async () => {
  const address = await emptyDatabase();
  const interrupted = copy({
    from: `file:${from}`,
    to: address,
    onStep: ({ rows, total }) => {
      if (rows > total / 2) throw new Error('interrupted');
    },
  });
  await expect(interrupted).rejects.toThrow('interrupted');

  const early = await onServer('SELECT count(*)::int AS "rows" FROM "Group"', address);
  expect(early.rows).toEqual([{ rows: 0 }]);

  const there = await run(['copy', '--from', `file:${from}`, '--to', address]);
  expect(there.err).toMatch(/^\d+ of \d+ rows copied/);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(there.err).toContain(` of ${total} rows compared (`);
  expect(there.code).toBe(0);
  expect(JSON.parse(there.out)).toMatchObject({ from, counts });

  const back = join(folder, 'back', 'grove.db');
  expect(await grove(['copy', '--from', address, '--to', `file:${back}`])).toMatchObject({
    code: 0,
  });
  for (const table of TABLES) expect(everyRow(back, table)).toEqual(everyRow(from, table));
  // Last, because it notes the address of the installation.
  expect(await grove(['verify'], address)).toEqual(SOUND_WITHOUT_OWNERS);
  expect(await grove(['verify'], `file:${back}`)).toEqual(SOUND_WITHOUT_OWNERS);
});

it('copies from file to file, with every index, after an interruption as well', async () => {
  const to = join(folder, 'to', 'grove.db');
  const order = { from: `file:${from}`, to: `file:${to}` };
  const onStep = ({ rows, total }: { rows: number; total: number }) => {
    if (rows > total / 2) throw new Error('interrupted');
  };
  await expect(copy({ ...order, onStep })).rejects.toThrow('interrupted');
  expect((await copy({ ...order, onStep: () => {} })).counts).toMatchObject(counts);
  for (const table of TABLES) expect(everyRow(to, table)).toEqual(everyRow(from, table));
  // Opening the source computes the tallies, so that both can be compared.
  expect(await grove(['verify'], `file:${from}`)).toEqual(SOUND_WITHOUT_OWNERS);
  expect(schemaOf(to)).toEqual(schemaOf(from));
});

function schemaOf(file: string): unknown[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare(`SELECT "type", "name", "sql" FROM sqlite_schema ORDER BY 1, 2`).all();
  } finally {
    database.close();
  }
}

it('waits for the other side for as long as that needs', async () => {
  const { pace } = config();
  const usual = pace.writerLimits;
  pace.writerLimits = { ...usual, held: 10 };
  const seen = new Set<string>();
  const onStep = ({ what }: Step) => {
    // Blocks for 100 ms, as the read of a large table does.
    if (!seen.has(what)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    seen.add(what);
  };
  try {
    const there = await emptyDatabase();
    await copy({ from: `file:${from}`, to: there, onStep });
    seen.clear();
    const to = `file:${join(folder, 'waited.db')}`;
    await copy({ from: there, to, onStep });
  } finally {
    pace.writerLimits = usual;
  }
});

it('has no limit of time for its statements', async () => {
  const to = `${await emptyDatabase()}?statement_timeout=60000`;
  const onStep = () => {
    throw new Error('interrupted');
  };
  await expect(copy({ from: `file:${from}`, to, onStep })).rejects.toThrow('interrupted');
  await onServer(
    `CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF current_setting('statement_timeout') <> '0' THEN RAISE 'limited'; END IF;
       RETURN NULL; END $$;
     CREATE TRIGGER look AFTER INSERT ON "Setting" EXECUTE FUNCTION look()`,
    to,
  );
  await copy({ from: `file:${from}`, to, onStep: () => {} });
});

it("leaves another program's file as it is", async () => {
  const [notes, text] = [join(folder, 'notes.db'), join(folder, 'notes.txt')];
  const database = new Database(notes);
  database.exec('CREATE TABLE "Note" ("text" TEXT)');
  database.close();
  writeFileSync(text, 'no database');
  const before = readFileSync(notes);
  const copied = (source: string, to: string) =>
    copy({ from: `file:${source}`, to: `file:${to}`, onStep: () => {} });
  const unused = join(folder, 'new.db');
  await expect(copied(notes, unused)).rejects.toThrow(`${notes} holds no data of Grove`);
  await expect(copied(from, notes)).rejects.toThrow(`${notes} is not empty`);
  expect(readFileSync(notes).equals(before)).toBe(true);
  await expect(copied(text, unused)).rejects.toThrow(/notes\.txt.*: file is not a database$/);
  expect(readFileSync(text, 'utf8')).toBe('no database');
});

it('keeps the chain of records, and what is wrong with it', async () => {
  const there = await emptyDatabase();
  const [source, back] = [join(folder, 'chain.db'), join(folder, 'chain-back.db')];
  await grove(['org', 'create', 'acme', '--owner-email', 'zoe@example.com'], `file:${source}`);
  const { out } = await grove(['audit', 'verify'], `file:${source}`);
  const [{ records = 0 } = {}] = JSON.parse(out) as { records?: number }[];
  expect(records).toBeGreaterThan(1);
  expect((await grove(['copy', '--from', `file:${source}`, '--to', there])).code).toBe(0);
  expect((await grove(['copy', '--from', there, '--to', `file:${back}`])).code).toBe(0);
  expect(await grove(['audit', 'verify'], there)).toEqual({ out, err: '', code: 0 });
  expect(await grove(['audit', 'verify'], `file:${back}`)).toEqual({ out, err: '', code: 0 });
  await onServer(`UPDATE "AuditEvent" SET "actor" = 'nobody' WHERE "sequence" = 1`, there);
  const broken = await grove(['audit', 'verify'], there);
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.out)).toMatchObject([
    { problems: [{ problem: 'CHANGED', sequence: 1 }] },
  ]);
});

it('refuses what is not empty, and what it cannot read, in one line', async () => {
  const address = await emptyDatabase();
  await onServer('CREATE TABLE "Notes" ("text" TEXT)', address);
  const refused = async (source: string, target: string) => {
    const { out, err, code } = await grove(['copy', '--from', source, '--to', target]);
    expect([out, code]).toEqual(['', 1]);
    return err;
  };
  expect(await refused(`file:${from}`, address)).toMatch(
    /^grove: 127\.0\.0\.1\/copy_\w+ is not empty: copy into a new database\n$/,
  );
  expect(await refused(`file:${from}`, `file:${from}`)).toMatch(/^grove: .*grove\.db .*\n$/);
  expect(await refused('file:/nowhere/grove.db', address)).toBe(
    'grove: there is no file /nowhere/grove.db\n',
  );
  expect(await refused(address, await emptyDatabase())).toMatch(/ holds no data of Grove\n$/);
  expect(await refused(`file:${from}`, 'mysql://db/grove')).toMatch(/^grove: --to must name /);
});

it.each([
  [
    'text',
    `INSERT INTO "Setting" ("key", "value") VALUES ('odd', 'a' || char(0))`,
    /^Setting odd /,
  ],
  ['JSON', String.raw`UPDATE "Policy" SET "apiNetworks" = '["\u0000"]'`, /^Policy /],
])('names the row with a %s that PostgreSQL cannot store', async (kind, change, row) => {
  const source = join(folder, `odd-${kind}.db`);
  copyFileSync(join(folder, 'odd.db'), source);
  const database = new Database(source);
  database.exec(change);
  database.close();
  const copied = copy({ from: `file:${source}`, to: await emptyDatabase(), onStep: () => {} });
  const message = 'has a text with the character U+0000, which PostgreSQL cannot store';
  await expect(copied).rejects.toThrow(row);
  await expect(copied).rejects.toThrow(message);
});
