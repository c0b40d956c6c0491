/** `npm test`: runs and reports every check and every test. The last line counts them. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBrowser } from './lib/browser.mjs';
import { run } from './lib/child.mjs';
import { typeScriptFlags } from './lib/node.mjs';
import { BUF, buildPages, CACHE, forgetDevelopmentTypes } from './lib/prepare.mjs';
import { ensurePostgres } from './lib/postgres.mjs';
import { ensureProxies } from './lib/proxies.mjs';
import { ensurePythonGrpc } from './lib/python-grpc.mjs';
import { ensureRegistry } from './lib/registry.mjs';
import { fail, note } from './lib/report.mjs';

/** @typedef {import('./lib/vitest-report.mjs').Failure} Failure */
/** @typedef {{ passed: number, failed: number, failures?: Failure[] }} Count */
/** @typedef {{ name: string, part: string, work: () => Promise<Count> }} Step */

const PARTS = ['checks', 'unit', 'api', 'postgres', 'browser'];
const RESULTS = join(CACHE, 'test');
const VITEST_REPORT = join('scripts', 'lib', 'vitest-report.mjs');
/** Of what is told once more of each failure, at the end. */
const LINES_OF_WHY = 15;

/**
 * The rules that need types. A promise is always true, so a forgotten `await` in a condition would be
 * a hole in access checks that neither TypeScript nor the other rules see.
 */
const PROMISES = [
  '--type-aware',
  '-A',
  'all',
  ...['no-floating-promises', 'no-misused-promises', 'await-thenable'].flatMap((rule) => [
    '-D',
    `typescript/${rule}`,
  ]),
];

/** @type {Step[]} */
const STEPS = [
  {
    name: 'format',
    part: 'checks',
    work: () => check('prettier/bin/prettier.cjs', ['--check', '.']),
  },
  { name: 'lint', part: 'checks', work: () => check('oxlint/bin/oxlint', ['--deny-warnings']) },
  { name: 'promises', part: 'checks', work: () => check('oxlint/bin/oxlint', PROMISES) },
  { name: 'types', part: 'checks', work: checkTypes },
  { name: 'proto', part: 'checks', work: checkProto },
  { name: 'unit tests', part: 'unit', work: () => vitest('unit') },
  { name: 'API tests', part: 'api', work: apiTests },
  { name: 'API tests over gRPC', part: 'api', work: () => withRegistry(() => vitest('grpc')) },
  { name: 'tests of access over v1', part: 'api', work: () => vitest('v1') },
  { name: 'API tests on PostgreSQL', part: 'postgres', work: postgresTests },
  { name: 'build', part: 'browser', work: async () => countOf(await buildPages()) },
  { name: 'browser tests', part: 'browser', work: () => withRegistry(playwright) },
];

/**
 * @param {string[]} args the parts to run; none are all
 * @returns {Promise<number>} the exit code
 */
export async function test(args) {
  const parts = args.length === 0 ? PARTS : args;
  const unknown = parts.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) fail(`${unknown} is not one of ${PARTS.join(', ')}`);
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const total = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const failed = [];
  for (const { name, part, work } of STEPS) {
    if (!parts.includes(part)) continue;
    note(`\n── ${name}`);
    const count = await work();
    total.passed += count.passed;
    total.failed += count.failed;
    if (count.failed > 0) failed.push(told(name, count));
  }
  if (failed.length > 0) note(`\nFailed:\n${failed.join('\n')}`);
  await flushed(`\n${total.passed} passed, ${total.failed} failed\n`);
  return total.failed > 0 ? 1 : 0;
}

/**
 * What failed in a step, which may be thousands of lines above.
 *
 * @param {string} name
 * @param {Count} count
 */
function told(name, { failed, failures = [] }) {
  const each = failures.map(({ name: one, why }) => {
    const lines = why.split('\n').slice(0, LINES_OF_WHY);
    return [`  ${one}`, ...lines.map((line) => `      ${line}`)].join('\n');
  });
  return [`${name} (${failed})`, ...each].join('\n');
}

/** @param {string} text */
function flushed(text) {
  return new Promise((resolve) => process.stdout.write(text, resolve));
}

/** @param {boolean} passed */
function countOf(passed) {
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * @param {string} path
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function runPackage(path, args, env = {}) {
  const file = join('node_modules', path);
  const { code } = await run(process.execPath, [file, ...args], {
    env: {
      NEXT_TELEMETRY_DISABLED: '1',
      // The servers that tests start run TypeScript, too.
      NODE_OPTIONS: [process.env.NODE_OPTIONS, ...typeScriptFlags()].filter(Boolean).join(' '),
      ...env,
    },
  });
  if (code > 128) process.exit(code);
  return code;
}

/**
 * @param {string} path
 * @param {string[]} args
 */
async function check(path, args) {
  return countOf((await runPackage(path, args)) === 0);
}

/** Next generates the types of routes, so that a checkout that was never built can be checked. */
async function checkTypes() {
  forgetDevelopmentTypes();
  const generated = await check('next/dist/bin/next', ['typegen']);
  return generated.failed > 0 ? generated : check('typescript/bin/tsc', ['--noEmit']);
}

/** Lints our own definitions by buf's rules. Definitions of other projects stay as published. */
async function checkProto() {
  const linted = await check(BUF, ['lint', 'proto']);
  if (linted.failed > 0) return linted;
  return check(BUF, ['format', 'proto', '--path', 'proto/grove', '--diff', '--exit-code']);
}

async function apiTests() {
  await ensurePythonGrpc();
  await ensureProxies();
  return withRegistry(() => vitest('api'));
}

async function postgresTests() {
  await ensureProxies();
  const missing = await ensurePostgres();
  if (missing === null) return withRegistry(() => vitest('postgres'));
  note(missing);
  return countOf(false);
}

/**
 * Some tests read a real registry.
 *
 * @param {() => Promise<Count>} tests
 */
async function withRegistry(tests) {
  const missing = await ensureRegistry();
  const count = await tests();
  if (missing !== null) note(missing);
  return count;
}

/**
 * @param {string} project
 * @returns {Promise<Count>}
 */
async function vitest(project) {
  const file = join(RESULTS, `${project}.json`);
  const args = ['run', '--project', project, '--reporter=default', `--reporter=${VITEST_REPORT}`];
  const env = { VITEST_REPORT_FILE: file };
  const code = await runPackage('vitest/vitest.mjs', args, env);
  /** @type {Partial<import('./lib/vitest-report.mjs').Report>} */
  const { passed, failed = [] } = readReport(file);
  return counted(code, passed, failed);
}

/** @returns {Promise<Count>} */
async function playwright() {
  const missing = (await ensureBrowser()) ?? (await ensurePostgres());
  if (missing !== null) {
    note(missing);
    return countOf(false);
  }
  const file = join(RESULTS, 'browser.json');
  const args = ['test', '--reporter=list,json'];
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await runPackage('@playwright/test/cli.js', args, env);
  /** @type {Partial<import('@playwright/test/reporter').JSONReport>} */
  const { stats, suites = [], errors = [] } = readReport(file);
  return counted(code, (stats?.expected ?? 0) + (stats?.flaky ?? 0), [
    ...failedSpecs(suites),
    ...errors.map((error) => ({ name: 'outside of any test', why: whyOf([error]) })),
  ]);
}

/**
 * @param {import('@playwright/test/reporter').JSONReportSuite[]} suites
 * @returns {Failure[]}
 */
function failedSpecs(suites) {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ projectName, results }) => ({
          name: `${projectName}: ${file}: ${title}`,
          why: whyOf(results.flatMap(({ errors }) => errors)),
        })),
    ),
    ...failedSpecs(inner),
  ]);
}

/** @param {{ message?: string }[]} errors */
function whyOf(errors) {
  return errors.map(({ message = '' }) => stripVTControlCharacters(message)).join('\n');
}

/**
 * Counts a runner that fails without a failing test as one failure.
 *
 * @param {number} code
 * @param {number | undefined} passed
 * @param {Failure[]} failures
 * @returns {Count}
 */
function counted(code, passed = 0, failures) {
  return { passed, failed: code !== 0 && failures.length === 0 ? 1 : failures.length, failures };
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
