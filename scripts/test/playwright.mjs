import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { counted, slowestOf } from './count.mjs';
import { RESULTS, runProgram } from './programs.mjs';

/** @typedef {import('@playwright/test/reporter').JSONReportSuite} Suite */

const MILLISECONDS = 1000;

/**
 * Runs browser tests.
 *
 * @param {object} [options]
 * @param {readonly string[]} [options.projects] of playwright.config.ts; by default those of `npm test`
 * @param {readonly string[]} [options.patterns] parts of the files' paths; by default all files
 * @param {readonly string[]} [options.flags]
 * @param {Record<string, string>} [options.env]
 * @param {boolean} [options.isShown]
 */
export async function playwright(options = {}) {
  const { projects = [], patterns = [], flags = [], env = {}, isShown } = options;
  const file = resolve(RESULTS, 'browser.json');
  const ended = await runProgram({
    path: '@playwright/test/cli.js',
    args: [
      'test',
      ...patterns,
      ...projects.map((project) => `--project=${project}`),
      '--reporter=list,json',
      ...(patterns.length > 0 ? ['--pass-with-no-tests'] : []),
      ...flags,
    ],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    isShown,
  });
  /** @type {Partial<import('@playwright/test/reporter').JSONReport>} */
  const {
    stats,
    suites = [],
    errors = [],
  } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const tests = suites.flatMap(testsOf);
  return counted(ended, {
    passed: stats?.expected ?? 0,
    failures: [
      ...tests.filter(({ isFailed }) => isFailed),
      ...errors.map((error) => ({ name: 'outside of any test', why: whyOf([error]) })),
    ],
    slowest: slowestOf(tests),
  });
}

/**
 * @param {Suite} suite
 * @returns {{ name: string, why: string, page: string, seconds: number, isFailed: boolean }[]}
 */
function testsOf({ specs, suites = [] }) {
  return [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, results, status }) => ({
        name: `${projectName}: ${file}: ${title}`,
        why: whyOf(results.flatMap(({ errors }) => errors)),
        page: results.map(pageOf).join('\n'),
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / MILLISECONDS,
        // A test that passes only at the second try counts as failed.
        isFailed: status === 'unexpected' || status === 'flaky',
      })),
    ),
    ...suites.flatMap(testsOf),
  ];
}

/** @param {{ message?: string }[]} errors */
function whyOf(errors) {
  return errors.map(({ message = '' }) => stripVTControlCharacters(message)).join('\n');
}

/**
 * The content of the page when a test failed, from Playwright's report.
 *
 * @param {{ attachments: { name: string, path?: string }[] }} result
 */
function pageOf({ attachments }) {
  const { path } = attachments.find(({ name }) => name === 'error-context') ?? {};
  if (path === undefined || !existsSync(path)) return '';
  const [, snapshot = ''] = /^```yaml\n(.*?)^```/ms.exec(readFileSync(path, 'utf8')) ?? [];
  // Leaves out the frame, which is the same on every page, and addresses, which take half of the lines.
  return snapshot
    .slice(Math.max(0, snapshot.search(/^ *- main/m)))
    .replace(/^ *- \/url:.*\n/gm, '');
}
