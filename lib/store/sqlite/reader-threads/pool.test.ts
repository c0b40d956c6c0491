import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { is } from '#lib/store/predicates.ts';
import type { Job, Outcome } from '#lib/store/sql/jobs.ts';
import { migrate } from '../migrate.ts';
import type { TurnLimits } from '#lib/store/sql/turns.ts';
import { ReaderThreads } from './pool.ts';
import { ReaderThread } from './thread.ts';
import { insertIdentities, LONG_TEXT, slowSearch } from './test-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-threads-'));
const file = join(folder, 'grove.db');

const LIMITS: TurnLimits = {
  places: 2,
  placesOfOne: 2,
  deadline: 30_000,
  waiting: 8,
  isOneByOne: true,
};

let slow: Job;
const short: Job = { kind: 'uids', type: 'Identity', where: is('uid', 'none'), column: 'uid' };
let threads: ReaderThreads | undefined;

function pool(limits: Partial<TurnLimits> = {}, of = file): ReaderThreads {
  threads = new ReaderThreads((onEnd) => new ReaderThread(of, onEnd), { ...LIMITS, ...limits });
  return threads;
}

beforeAll(() => {
  migrate(file);
  const database = new Database(file);
  const group = insertIdentities(database, { count: 2_000, email: LONG_TEXT });
  database.close();
  slow = { kind: 'uids', type: 'Identity', where: slowSearch(group), column: 'uid' };
});

afterEach(() => threads?.close());
afterAll(() => rmSync(folder, { recursive: true }));

const DEADLINE = { status: 'DEADLINE_EXCEEDED', description: /longer than 1\.5 s; narrow it down/ };
const BUSY = { status: 'UNAVAILABLE', headers: { 'retry-after': '1' } };

/** Until all reads have begun that may begin. */
const settled = () => new Promise(setImmediate);

const rejected = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

/** Resolves once a read comes back in time; on a busy machine a thread takes a while to start. */
const answersInTime = (readers: ReaderThreads) =>
  vi.waitFor(async () => expect(await readers.run(short)).toEqual([]), 30_000);

it('gives up a read at the deadline, and goes on with the same thread', async () => {
  const readers = pool({ places: 1, deadline: 1_500 });
  await answersInTime(readers);
  expect(await rejected(readers.run(slow))).toMatchObject({
    status: DEADLINE.status,
    description: expect.stringMatching(DEADLINE.description),
  });
  await answersInTime(readers);
});

it('does not count the start of a thread', async () => {
  const start = Promise.withResolvers<void>();
  const perform = () => start.promise.then(() => []);
  const thread = { started: start.promise, perform, giveUp: () => {}, end: async () => {} };
  const read = new ReaderThreads(() => thread, { ...LIMITS, deadline: 1 }).run(short);
  await once(AbortSignal.timeout(5), 'abort');
  start.resolve();
  await expect(read).resolves.toEqual([]);
});

it('leaves a thread to others, whoever keeps asking', async () => {
  const readers = pool();
  const greedy = [1, 2].map(() => rejected(readers.run(slow, { caller: 'greedy' })));
  await expect(readers.run(short, { caller: 'modest' })).resolves.toEqual([]);
  await readers.close();
  expect(await Promise.all(greedy)).toMatchObject([BUSY, BUSY]);
});

it('leaves a thread to other shares, however many callers one has', async () => {
  const readers = pool({ placesOfOne: 1, waiting: 4 });
  const greedy = ['a', 'b', 'c'].map((caller) =>
    rejected(readers.run(slow, { caller, shares: ['greedy'] })),
  );
  const late = await rejected(readers.run(short, { caller: 'd', shares: ['greedy'] }));
  expect(late).toMatchObject(BUSY);
  await expect(readers.run(short, { caller: 'e', shares: ['modest'] })).resolves.toEqual([]);
  await readers.close();
  expect(await Promise.all(greedy)).toMatchObject([BUSY, BUSY, BUSY]);
});

it('begins all reads that the end of one lets begin', async () => {
  const begun: PromiseWithResolvers<Outcome>[] = [];
  const perform = () => {
    const outcome = Promise.withResolvers<Outcome>();
    begun.push(outcome);
    return outcome.promise;
  };
  const open = () => ({
    started: Promise.resolve(),
    perform,
    giveUp: () => {},
    end: async () => {},
  });
  const readers = new ReaderThreads(open, { ...LIMITS, places: 3, waiting: 9 });
  const reads = [
    { caller: 'a', shares: ['one'] },
    { caller: 'b', shares: ['one'] },
    { caller: 'a', shares: ['other'] },
    { caller: 'c', shares: ['one'] },
  ].map((asker) => readers.run(short, asker));
  await settled();
  expect(begun).toHaveLength(2);
  begun[0]?.resolve([]);
  await settled();
  expect(begun).toHaveLength(4);
  for (const { resolve } of begun) resolve([]);
  await Promise.all(reads);
});

it('lets only so many reads wait, of one caller and of one share', async () => {
  const readers = pool({ places: 1 });
  const ask = (caller: string, share = caller) =>
    rejected(readers.run(slow, { caller, shares: [share] }));
  const all = [ask('first')];
  await settled();
  const wait = async (caller: string, share?: string) => {
    all.push(ask(caller, share), ask(caller, share));
    expect(await ask(caller, share)).toMatchObject(BUSY);
  };
  await wait('greedy', 'one');
  await wait('colleague', 'one');
  expect(await ask('another colleague', 'one')).toMatchObject(BUSY);
  await wait('modest');
  await wait('other');
  expect(await ask('late')).toMatchObject(BUSY);
  await readers.close();
  expect(await Promise.all(all)).toMatchObject(all.map(() => BUSY));
});

it('takes a thread of one of the shares of a caller, whichever has fewer reads', async () => {
  const readers = pool({ places: 3, placesOfOne: 1 });
  const greedy = rejected(readers.run(slow, { caller: 'a', shares: ['one'] }));
  const both = { caller: 'b', shares: ['one', 'other'] };
  await expect(readers.run(short, both)).resolves.toEqual([]);
  await readers.close();
  expect(await greedy).toMatchObject(BUSY);
});

it('opens no thread once it is closed', async () => {
  const open = vi.fn();
  const readers = new ReaderThreads(open, LIMITS);
  const read = rejected(readers.run(short));
  await readers.close();
  expect(await read).toMatchObject(BUSY);
  expect(open).not.toHaveBeenCalled();
});

it('refuses at the deadline what has had no thread', async () => {
  const readers = pool({ places: 0, deadline: 100 });
  expect(await rejected(readers.run(short))).toMatchObject(BUSY);
});

it('ends a read whose caller has gone, under way or waiting', async () => {
  const readers = pool({ places: 1 });
  await readers.run(short);
  const gone = new AbortController();
  const asker = { caller: 'gone', signal: gone.signal };
  const all = [rejected(readers.run(slow, asker)), rejected(readers.run(slow, asker))];
  gone.abort(new Error('gone'));
  for (const error of await Promise.all(all)) expect(error).toEqual(new Error('gone'));
  expect(await rejected(readers.run(short, asker))).toEqual(new Error('gone'));
  await expect(readers.run(short, { caller: 'other' })).resolves.toEqual([]);
});

it('says what is wrong with a read', async () => {
  const wrong: Job = { kind: 'uids', type: 'Identity', where: is('nothing', ''), column: 'uid' };
  await expect(pool().run(wrong)).rejects.toThrow('Identity has no column nothing');
});

it('says what SQLite says', async () => {
  const read = pool({}, join(folder, 'empty.db')).run(short);
  await expect(read).rejects.toMatchObject({
    message: expect.stringMatching(/no such table/),
    code: 'SQLITE_ERROR',
  });
});

it('ends a thread once it has stopped reading', async () => {
  const thread = new ReaderThread(file, () => {});
  const read = rejected(thread.perform(slow));
  await thread.end();
  expect(await read).toMatchObject(BUSY);
});

it('hands no read to a thread that has died', async () => {
  const readers = pool({ places: 1 }, join(folder, 'none', 'grove.db'));
  const reads = ['one', 'other'].map((caller) => rejected(readers.run(short, { caller })));
  const message = expect.stringMatching(/directory does not exist/);
  expect(await Promise.all(reads)).toMatchObject([{ message }, { message }]);
});
