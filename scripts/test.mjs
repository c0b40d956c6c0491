/**
 * `npm test` and `npm run test:long`: run checks and tests, and report them. The last line counts
 * them. CONTRIBUTING has what may follow the command.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureBrowser } from './lib/browser.mjs';
import { fail, note } from './lib/report.mjs';
import { ensurePrograms } from './lib/test-programs.mjs';
import { changedSteps } from './test/changed.mjs';
import { failure } from './test/count.mjs';
import { keepOutput, RESULTS, runProgram } from './test/programs.mjs';
import { keepReport, printReport, treeOfFiles } from './test/report.mjs';
import { QUICK, shuffled } from './test/shuffled.mjs';
import { LONG, SHORT } from './test/steps.mjs';
import { VITEST } from './test/vitest.mjs';

/** @typedef {import('./test/steps.mjs').Step} Step */
/** @typedef {import('./test/report.mjs').Done} Done */

const OPTIONS = /** @type {const} */ ({
  changed: { type: 'boolean', default: false },
  repeat: { type: 'string' },
  watch: { type: 'boolean', default: false },
});

/** Parts that need no other program than Node.js. */
const ALONE = ['checks', 'unit'];

/**
 * @param {string[]} args parts, then patterns of files
 * @returns {Promise<number>} the exit code
 */
export async function test(args) {
  const { values, positionals } = parsed(args);
  if (values.watch) return watch(positionals);
  if (values.changed) return runAll(changedSteps(), { patterns: positionals, isShown: false });
  if (values.repeat !== undefined) return repeat(Number(values.repeat), positionals);
  return runParts(SHORT, positionals);
}

/** @param {string[]} args parts, then patterns of files */
export const testLong = (args) => runParts(LONG, args);

/** @param {string[]} args */
function parsed(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    return fail(/** @type {Error} */ (error).message);
  }
}

/**
 * @param {readonly Step[]} all
 * @param {readonly string[]} args
 */
function runParts(all, args) {
  const known = new Set(all.map(({ part }) => part));
  const parts = args.filter((arg) => known.has(arg));
  const patterns = args.filter((arg) => !known.has(arg));
  const steps = all
    .filter(
      ({ part, alsoPart = part }) =>
        parts.length === 0 || parts.includes(part) || parts.includes(alsoPart),
    )
    // With a pattern, the pages are built and tests run. Steps that read all files are skipped.
    .filter(
      ({ name, takesPatterns }) => patterns.length === 0 || takesPatterns || name === 'build',
    );
  return runAll(
    steps,
    { patterns, isShown: patterns.length > 0 },
    all === SHORT && args.length === 0,
  );
}

/**
 * @param {readonly Step[]} steps
 * @param {import('./test/steps.mjs').Asked} asked
 * @param {boolean} [isWhole] whether these are all steps of `npm test`
 */
async function runAll(steps, asked, isWhole = false) {
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const tree = treeOfFiles();
  const start = performance.now();
  const missing = await ensure(steps);
  /** @type {Done[]} */
  const done = missing.map((why) => ({
    name: 'packages',
    seconds: 0,
    count: failure('packages', why),
  }));
  if (missing.length === 0) {
    const lanes = ['checks', 'tests'].map((lane) => steps.filter((step) => step.lane === lane));
    const results = await Promise.all(lanes.map((lane) => runLane(lane, asked)));
    done.push(...results.flat());
  }
  printReport(done);
  const seconds = Math.round((performance.now() - start) / 1000);
  const passed = done.reduce((sum, { count }) => sum + count.passed, 0);
  const failed = done.reduce((sum, { count }) => sum + count.failed, 0);
  if (isWhole) keepReport(done, { tree, seconds, passed, failed });
  note(`\n${seconds} s`);
  await flushed(`\n${passed} passed, ${failed} failed\n`);
  return failed > 0 ? 1 : 0;
}

/**
 * @param {readonly Step[]} steps
 * @param {import('./test/steps.mjs').Asked} asked
 */
async function runLane(steps, asked) {
  /** @type {Done[]} */
  const done = [];
  for (const { name, work } of steps) {
    const start = performance.now();
    const count = await work(asked);
    const seconds = (performance.now() - start) / 1000;
    keepOutput(name, count.output);
    const outcome = count.failed === 0 ? `${count.passed} passed` : `${count.failed} FAILED`;
    note(`${name}: ${outcome}, ${seconds.toFixed(0)} s`);
    done.push({ name, seconds, count });
  }
  return done;
}

/**
 * Installs the programs that tests need, one after another.
 *
 * @param {readonly Step[]} steps
 * @returns {Promise<string[]>} the missing programs, and why they are missing
 */
async function ensure(steps) {
  if (steps.every(({ part }) => ALONE.includes(part))) return [];
  const missing = await ensurePrograms({ forLong: steps.some(({ part }) => part === 'long') });
  if (steps.some(({ part }) => part === 'browser')) missing.push(await ensureBrowser());
  return missing.filter((why) => why !== null);
}

/** @param {readonly string[]} patterns */
async function watch(patterns) {
  const projects = QUICK.map((name) => `--project=${name}`);
  const args = ['watch', ...patterns, ...projects];
  return (await runProgram({ path: VITEST, args, isShown: true })).code;
}

/**
 * @param {number} times
 * @param {string[]} patterns
 */
function repeat(times, patterns) {
  if (!Number.isInteger(times) || times < 1) fail('--repeat takes how often, such as 5');
  if (patterns.length === 0) fail('--repeat takes a pattern of files, too');
  const step = /** @type {const} */ ({ name: 'repeated', part: 'api', lane: 'tests' });
  const work = () => shuffled({ patterns, isShown: false, times });
  return runAll([{ ...step, work }], { patterns, isShown: false });
}

/** @param {string} text */
function flushed(text) {
  return new Promise((resolve) => process.stdout.write(text, resolve));
}
