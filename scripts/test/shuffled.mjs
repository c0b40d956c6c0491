/** Runs tests in random orders while the processor is busy, to find tests that pass by chance. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { NOTHING } from './count.mjs';
import { projectsOf } from './projects.mjs';
import { vitest } from './vitest.mjs';

/** @typedef {import('./count.mjs').Count} Count */

const TIMES = 10;

/** The projects that `npm test -- --repeat` and `--watch` run. */
export const QUICK = [...projectsOf('unit'), ...projectsOf('api')];

/** A program that computes nine tenths of the time, until the process that started it ends. */
const BUSY = `
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit();
    for (const end = Date.now() + 90; Date.now() < end; );
  }, 100);
`;

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} the result of `work`, which ran while all cores were busy
 */
export async function underLoad(work) {
  const busy = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }),
  );
  try {
    return await work();
  } finally {
    for (const one of busy) one.kill();
  }
}

/**
 * @param {object} asked
 * @param {readonly string[]} asked.patterns
 * @param {boolean} asked.isShown
 * @param {number} [asked.times]
 * @returns {Promise<Count>} the count of the first failed run, or of all runs
 */
export function shuffled({ patterns, isShown, times = TIMES }) {
  const first = Number(process.env.SEED ?? Date.now() % 1_000_000);
  return underLoad(async () => {
    let all = NOTHING;
    for (let seed = first; seed < first + times && all.failed === 0; seed += 1) {
      const flags = ['--sequence.shuffle', `--sequence.seed=${seed}`];
      const env = { SEED: String(seed) };
      const count = await vitest(QUICK, {
        patterns,
        isShown,
        flags,
        env,
      });
      const failures = count.failures.map(({ name, why }) => ({
        name: `${name} (SEED=${seed})`,
        why,
      }));
      all = { ...count, failures, passed: all.passed + count.passed };
    }
    return all;
  });
}
