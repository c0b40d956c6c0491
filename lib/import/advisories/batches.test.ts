import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { batchesOf, type Batch } from './batches.ts';
import { ReadingTime } from './files/reading-time.ts';
import { fixture, tarGzOf } from './test-archives.ts';

const LIMITS = { base: 10_000, perAdvisory: 0, most: 60_000 };

let folder: string;
let path: string;
let now: number;

beforeEach(async () => {
  now = 0;
  folder = mkdtempSync(join(tmpdir(), 'grove-batches-'));
  path = join(folder, 'it');
  const osv = fixture('osv-go/GO-2025-3448.json');
  const refused = `${'- a\n---\n'.repeat(999)}- a\n`;
  writeFileSync(path, await tarGzOf({ '1.json': osv, '2.yaml': refused, '3.json': osv }));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** @param step how many milliseconds pass between two looks at the clock. */
async function read(step: number, limits = LIMITS): Promise<Batch[]> {
  const time = new ReadingTime(limits, () => (now += step));
  const batches: Batch[] = [];
  for await (const batch of batchesOf([{ path, name: 'it' }], time)) batches.push(batch);
  return batches;
}

const notesOf = (batches: readonly Batch[]) => batches.flatMap(({ notes }) => notes);

const problemsOf = (batches: readonly Batch[]) =>
  notesOf(batches).flatMap((one) => ('problem' in one ? [`${one.file} ${one.problem}`] : []));

const rejectionsOf = (batches: readonly Batch[]) =>
  notesOf(batches).filter((one) => 'reason' in one);

it('reads everything that there is time for', async () => {
  const batches = await read(1);
  expect(problemsOf(batches)).toEqual([]);
  expect(rejectionsOf(batches)).toHaveLength(1_000);
  expect(batches.reduce((sum, { files }) => sum + files, 0)).toBe(3);
});

it('ends in the middle of an archive, with what was read by then, and says so', async () => {
  const batches = await read(3_000);
  expect(batches.flatMap(({ advisories }) => advisories).length).toBeGreaterThan(0);
  expect(rejectionsOf(batches)).toEqual([]);
  const problem = 'takes more than 10 s of processor time; the rest is not read';
  expect(problemsOf(batches)).toEqual([`it!2.yaml ${problem}`, `it ${problem}`]);
});

it('allows more for each advisory, up to a limit', () => {
  const time = new ReadingTime({ base: 10, perAdvisory: 5, most: 25 }, () => now);
  const isOver = (at: number) => {
    now = at;
    return time.problem !== null;
  };
  expect([isOver(10), isOver(11)]).toEqual([false, true]);
  time.countAdvisory();
  expect([isOver(15), isOver(16)]).toEqual([false, true]);
  for (let count = 0; count < 10; count += 1) time.countAdvisory();
  expect([isOver(25), isOver(26)]).toEqual([false, true]);
});
