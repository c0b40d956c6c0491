/**
 * `npm run mutants`: breaks one place of the product after another, and runs the tests that must
 * notice. `scripts/mutants.json` has the places. Names and areas after the command choose some.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { ensureBrowser } from './lib/browser.mjs';
import { buildPages } from './lib/prepare.mjs';
import { fail, note } from './lib/report.mjs';
import { failure } from './test/count.mjs';
import { playwright } from './test/playwright.mjs';
import { RESULTS } from './test/programs.mjs';
import { projectsOf } from './test/projects.mjs';
import { vitest } from './test/vitest.mjs';

/**
 * @typedef {object} Mutant
 * @property {string} name
 * @property {string} area
 * @property {string} file
 * @property {string} find text that the file has once
 * @property {string} replace
 * @property {keyof typeof PARTS} part
 * @property {string[]} tests patterns of files, the cheapest first
 */

const LIST = 'scripts/mutants.json';
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
/** Failures that are not of a test: the pages cannot be built, or a runner does not run. */
const NOT_A_TEST = ['the build', 'the runner'];

const PARTS = {
  unit: (/** @type {string} */ pattern) => vitest(projectsOf('unit'), { patterns: [pattern] }),
  api: (/** @type {string} */ pattern) => vitest(projectsOf('api'), { patterns: [pattern] }),
  browser: async (/** @type {string} */ pattern) =>
    (await buildPages())
      ? playwright({ patterns: [pattern], projects: ['desktop'] })
      : failure('the build', 'next build failed'),
};

let restore = () => {};

/**
 * @param {string[]} args names and areas; without any, all mutants run
 * @returns {Promise<number>} the exit code
 */
export async function mutants(args) {
  const chosen = chosenBy(args);
  requireUnchanged(chosen.map(({ file }) => file));
  for (const { name, file, find } of chosen) {
    if (readFileSync(file, 'utf8').split(find).length !== 2) fail(`${file} is not as ${name} says`);
  }
  if (chosen.some(({ part }) => part === 'browser')) {
    const problem = await ensureBrowser();
    if (problem !== null) fail(problem);
  }
  restoreAtExit();
  let caught = 0;
  for (const mutant of chosen) {
    const tests = await failingTests(mutant);
    const by = `caught by ${tests.length} tests: ${tests.join('; ')}`;
    process.stdout.write(`${mutant.name}: ${tests.length > 0 ? by : 'NOT CAUGHT'}\n`);
    if (tests.length > 0) caught += 1;
  }
  process.stdout.write(`\n${caught} caught, ${chosen.length - caught} not caught\n`);
  return caught < chosen.length ? 1 : 0;
}

/** @param {readonly string[]} args */
function chosenBy(args) {
  const all = /** @type {Mutant[]} */ (JSON.parse(readFileSync(LIST, 'utf8')));
  const unknown = args.find((arg) => !all.some(({ name, area }) => name === arg || area === arg));
  if (unknown !== undefined) fail(`${unknown} is neither a name nor an area in ${LIST}`);
  if (args.length === 0) return all;
  return all.filter(({ name, area }) => args.includes(name) || args.includes(area));
}

/** @param {readonly string[]} files must be committed, because they are overwritten and restored */
function requireUnchanged(files) {
  // Names of routes have brackets, which would be patterns.
  const args = ['--literal-pathspecs', 'status', '--porcelain', '--', ...new Set(files)];
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  if (status !== 0) fail('this is not a checkout of git');
  if (stdout !== '') fail(`commit or take back these changes first:\n${stdout.trimEnd()}`);
}

/** Restores the file at exit, because a signal to a runner exits this process before its other code runs. */
function restoreAtExit() {
  process.on('exit', () => restore());
  for (const signal of SIGNALS) {
    // The runner gets the signal as well, from a later listener.
    process.on(signal, () => setImmediate(() => process.exit(128 + constants.signals[signal])));
  }
}

/**
 * @param {Mutant} mutant
 * @returns {Promise<string[]>} the failures of the first file that notices; empty if no file does
 */
async function failingTests({ file, find, replace, part, tests }) {
  const original = readFileSync(file, 'utf8');
  restore = () => writeFileSync(file, original);
  try {
    writeFileSync(
      file,
      original.replace(find, () => replace),
    );
    for (const pattern of tests) {
      // A runner that fails early would leave the report of the previous run.
      rmSync(RESULTS, { recursive: true, force: true });
      const { passed, failures } = await PARTS[part](pattern);
      const names = failures.map(({ name }) => name).filter((name) => !NOT_A_TEST.includes(name));
      if (names.length > 0) return names;
      if (passed === 0) note(`No test of ${pattern} ran: ${failures[0]?.why ?? 'there is none'}`);
    }
    return [];
  } finally {
    restore();
    restore = () => {};
  }
}
