import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Transaction } from '#lib/store/handles.ts';
import { is } from '#lib/store/predicates.ts';
import { Connection } from './connection.ts';
import { Disk } from './disk.ts';
import { migrate } from './migrate.ts';
import { Writer } from './writer.ts';

const LIMITS = { busy: 100, turn: 200, held: 600 };
const NO_CHECKPOINTS = { committed() {} };
const UNAVAILABLE = { status: 'UNAVAILABLE', headers: { 'retry-after': '1' } };

let folder: string;
let database: Database.Database;
let writer: Writer;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-writer-'));
  const file = join(folder, 'grove.db');
  migrate(file);
  database = new Database(file, { timeout: 0 });
  writer = new Writer(new Connection(database), new Disk(async () => {}), NO_CHECKPOINTS, LIMITS);
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const put = (key: string) => (tx: Transaction) => tx.put('Setting', { key, value: key });
const keys = () => database.prepare('SELECT "key" FROM "Setting" ORDER BY 1').pluck().all();

it('lets one after the other write, in the order in which they asked', async () => {
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3].map((nth) =>
      writer.run(async (tx) => {
        await wait(10);
        await put(`k${nth}`)(tx);
        order.push(nth);
      }),
    ),
  );
  expect([order, keys()]).toEqual([
    [1, 2, 3],
    ['k1', 'k2', 'k3'],
  ]);
});

it('fails those who wait for a stuck transaction in time, ends it, and then writes again', async () => {
  const start = performance.now();
  const resume = Promise.withResolvers<void>();
  const late = Promise.withResolvers<unknown>();
  const stuck = writer.run(async (tx) => {
    await put('stuck')(tx);
    await resume.promise;
    // Another transaction is open by now. Nothing of this write may get into it.
    await put('late')(tx).catch(late.resolve);
  });
  const ended = stuck.catch((error: unknown) => error);
  await expect(writer.run(put('waiting'))).rejects.toMatchObject(UNAVAILABLE);
  expect(performance.now() - start).toBeLessThan(LIMITS.held);
  expect(await ended).toMatchObject(UNAVAILABLE);
  await writer.run(async (tx) => {
    resume.resolve();
    expect(await late.promise).toMatchObject({ message: 'the transaction is over' });
    await put('after')(tx);
  });
  expect(keys()).toEqual(['after']);
});

it('writes nothing of work that fails, and nothing through a handle that was kept', async () => {
  const kept: Transaction[] = [];
  const failing = writer.run(async (tx) => {
    kept.push(tx);
    await put('a')(tx);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await expect(kept[0]?.deleteAll('Setting', is('key', 'a'))).rejects.toThrow('is over');
  await writer.run(put('b'));
  expect(keys()).toEqual(['b']);
});

it('does not begin once the signal is aborted', async () => {
  const reason = new Error('gone');
  await expect(writer.run(put('a'), AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(keys()).toEqual([]);
});

it('acknowledges a write when the disk has it, and lets others write in the meantime', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const disk = new Disk(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const slow = new Writer(new Connection(database), disk, NO_CHECKPOINTS, LIMITS);
  const done: string[] = [];
  const write = (key: string) => slow.run(put(key)).then(() => done.push(key));
  const writes = [write('a')];
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  writes.push(write('b'), write('c'));
  const failing = slow.run(async (tx) => {
    await put('d')(tx);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect([keys(), done]).toEqual([['a', 'b', 'c'], []]);
  runs[0]?.resolve();
  await vi.waitFor(() => expect(runs).toHaveLength(2));
  expect(done).toEqual(['a']);
  runs[1]?.resolve();
  await Promise.all(writes);
  expect([done, runs.length]).toEqual([['a', 'b', 'c'], 2]);
});

it('acknowledges nothing that the disk may have lost, and then writes nothing more', async () => {
  const failure = new Error('the disk is broken');
  const broken = new Writer(
    new Connection(database),
    new Disk(() => Promise.reject(failure)),
    NO_CHECKPOINTS,
    LIMITS,
  );
  await expect(broken.run(put('a'))).rejects.toBe(failure);
  await expect(broken.run(put('b'))).rejects.toBe(failure);
  expect(keys()).toEqual(['a']);
});
