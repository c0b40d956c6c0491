import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import type { PageQuery } from '#lib/store/handles.ts';
import { noteRoom } from '#lib/store/full-disk.ts';
import { all, any, below, contains, is, isIn, type Predicate } from '#lib/store/predicates.ts';
import { outcomeOf, type Job } from '#lib/store/sql/jobs.ts';
import { closeDatabase, committed, openDatabase, snapshot, transaction } from '#lib/store/store.ts';
import { openReader } from './connection.ts';
import { handles } from './database.ts';
import { dialect } from './dialect.ts';
import { insertIdentities } from './reader-threads/test-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-committed-'));
const MANY = 6_000;
const ASKER = { caller: 'somebody' };
let many: string;
let few: string;

beforeAll(async () => {
  process.env['GROVE_DATA_DIR'] = folder;
  delete process.env['DATABASE_URL'];
  await openDatabase();
  const database = new Database(config().databaseFile);
  many = insertIdentities(database, { count: MANY, email: 'someone@example.com' });
  few = insertIdentities(database, { count: 50, email: 'someone@example.com' });
  database.close();
});

afterEach(() => {
  vi.restoreAllMocks();
  noteRoom();
});

afterAll(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

const pageOf = (where: Predicate, more: Partial<PageQuery> = {}): PageQuery => ({
  where,
  place: null,
  order: { column: 'name', descending: true },
  cursor: null,
  skip: 0,
  limit: 20,
  ...more,
});

/** In this thread, however long it takes. */
function atOnce(job: Job): unknown {
  const connection = openReader(config().databaseFile, 1_024);
  try {
    return connection.atOnce(outcomeOf(dialect, job));
  } finally {
    connection.database.close();
  }
}

it('reads in a thread what would take long, with the same outcome', async () => {
  const search = (text: string) => all(below(many), any(contains('name', text), is('name', text)));
  for (const text of ['7', 'Y 59', 'nobody', 'identity 3']) {
    const query = pageOf(search(text), { skip: 3 });
    const { isLate, ...page } = await committed.page('Identity', query);
    expect(isLate).toBe(true);
    expect(page).toEqual(atOnce({ kind: 'page', type: 'Identity', query }));
    const uncounted = await committed.page('Identity', { ...query, isCounted: false });
    expect(uncounted).toEqual({ rows: page.rows, total: 0, isLate: true });
  }
});

it('has all uids, in parts', async () => {
  const uids = await committed.uids('Identity', below(many), 'name', ASKER);
  expect(uids).toHaveLength(MANY);
  expect(uids).toEqual(await snapshot((reads) => reads.uids('Identity', below(many), 'name')));
});

it('reads at once what can look only at few rows, in a large table too', async () => {
  const isLate = async (...args: Parameters<typeof pageOf>) =>
    (await committed.page('Identity', pageOf(...args))).isLate === true;
  expect(await isLate(all(below(few), contains('name', 'identity 4')))).toBe(false);
  const [some] = await committed.uids('Identity', below(few), 'uid');
  expect(await isLate(all(below(many), isIn('uid', [some ?? ''])))).toBe(false);
  const subtrees = [{ uid: many, withSelf: false }];
  expect(await isLate(below(many), { place: { parent: null, subtrees } })).toBe(false);
  expect(await isLate(all(below(many), is('name', 'identity 4')))).toBe(false);
  expect(await isLate(all(below(many), is('email', 'nobody@example.com')))).toBe(true);
});

it('reads in a thread where a few rows are long', async () => {
  const times = { createTime: new Date(1), updateTime: new Date(1) };
  const isLate = async (bytes: number) => {
    const parent = newRootUid();
    const events = [{ author: 'x'.repeat(bytes) }];
    await transaction(async (tx) => {
      const group = { parent: '', name: parent, resourceLimits: {}, ...times };
      await tx.insert('Group', { uid: parent, ...group });
      for (let index = 0; index < 10; index += 1) {
        const named = { advisoryId: `${index}`, artifactName: 'a', parent };
        const lists = { severities: [], aliases: [], events };
        const row = { ...named, ...lists, ...times, artifactType: 'apk', status: 'FIXED' } as const;
        await tx.insert('Advisory', { uid: newChildUid(parent), ...row });
      }
    });
    const order = { column: 'createTime', descending: true };
    const where = all(below(parent), is('severity', 0));
    const page = await committed.page('Advisory', pageOf(where, { order, limit: 1 }));
    expect(page.total).toBe(10);
    return page.isLate === true;
  };
  expect(await isLate(900_000)).toBe(true);
  expect(await isLate(1_000)).toBe(false);
});

it('counts in a thread where there are many rows to look at', async () => {
  const inThread = vi.spyOn(handles().threads, 'run');
  expect(await committed.countRows('Identity', below(few), ASKER)).toBe(50);
  expect(inThread).not.toHaveBeenCalled();
  expect(await committed.countRows('Identity', below(many), ASKER)).toBe(MANY);
  expect(await committed.countRows('Identity', below(many), ASKER, 'parent')).toBe(1);
  expect(inThread).toHaveBeenCalledTimes(2);
});

it('sees what was committed before', async () => {
  const query = pageOf(all(below(many), contains('email', 'new@')));
  expect(await committed.page('Identity', query)).toEqual({ rows: [], total: 0, isLate: true });
  const database = new Database(config().databaseFile);
  const statement = database.prepare(`UPDATE "Identity" SET "email" = 'new@x' WHERE "uid" = ?`);
  statement.run(`${many}/${'1'.padStart(16, '0')}`);
  database.close();
  expect(await committed.page('Identity', query)).toMatchObject({ total: 1, isLate: true });
});

it.each([
  ['SQLITE_BUSY_SNAPSHOT', 'the database is busy; try again'],
  ['SQLITE_IOERR_SHMSIZE', 'the disk of the database is full; ask the operator'],
])('says that it is unavailable after %s, wherever it reads', async (code, description) => {
  const { reader, threads } = handles();
  const error = new Database.SqliteError('what SQLite says', code);
  const refused = { status: 'UNAVAILABLE', description };
  vi.spyOn(threads, 'run').mockRejectedValue(error);
  await expect(committed.uids('Identity', below(many), 'uid', ASKER)).rejects.toMatchObject(
    refused,
  );
  vi.spyOn(reader, 'prepared').mockImplementation(() => {
    throw error;
  });
  await expect(committed.page('Identity', pageOf(below(few)))).rejects.toMatchObject(refused);
  await expect(committed.tally('Identity', few)).rejects.toMatchObject(refused);
});
