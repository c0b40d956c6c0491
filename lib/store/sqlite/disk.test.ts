import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Disk } from './disk.ts';

/** A disk whose runs end by hand. */
function newDisk() {
  const runs: PromiseWithResolvers<void>[] = [];
  const disk = new Disk(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  return { disk, runs };
}

it('shares one run among all that wait while another one is busy', async () => {
  const { disk, runs } = newDisk();
  const done: string[] = [];
  const waits = ['a', 'b', 'c'].map((name) => disk.holds().then(() => done.push(name)));
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await turn();
  // The first run began before b and c asked, so it may have missed what they committed.
  expect([done, runs.length]).toEqual([['a'], 2]);
  runs[1]?.resolve();
  await Promise.all(waits);
  expect([done, runs.length]).toEqual([['a', 'b', 'c'], 2]);
});

it('begins a new run for those who ask after the last one', async () => {
  const { disk, runs } = newDisk();
  for (const nth of [0, 1, 2]) {
    const wait = disk.holds();
    expect(runs).toHaveLength(nth + 1);
    runs[nth]?.resolve();
    await wait;
  }
});

it('acknowledges nothing after a failure', async () => {
  const { disk, runs } = newDisk();
  const failure = new Error('the disk is broken');
  const waits = Promise.allSettled([disk.holds(), disk.holds()]);
  disk.check();
  runs[0]?.reject(failure);
  const rejected = { status: 'rejected', reason: failure };
  expect(await waits).toEqual([rejected, rejected]);
  await expect(disk.holds()).rejects.toBe(failure);
  expect(() => disk.check()).toThrow(failure);
  expect(runs).toHaveLength(1);
});

it('closes after the runs that others wait for', async () => {
  const run = Promise.withResolvers<void>();
  let isClosed = false;
  const disk = new Disk(
    () => run.promise,
    () => {
      isClosed = true;
    },
  );
  const [held, closed] = [disk.holds(), disk.close()];
  await turn();
  expect(isClosed).toBe(false);
  run.resolve();
  await Promise.all([held, closed]);
  expect(isClosed).toBe(true);
});
