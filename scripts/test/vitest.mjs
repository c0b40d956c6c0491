import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { counted } from './count.mjs';
import { RESULTS, runProgram } from './programs.mjs';

const REPORTER = join('scripts', 'test', 'vitest-report.mjs');
export const VITEST = 'vitest/vitest.mjs';

/**
 * Runs tests of Vitest.
 *
 * @param {readonly string[]} projects of vitest.config.ts
 * @param {object} [options]
 * @param {readonly string[]} [options.patterns] parts of the files' paths; by default all files
 * @param {readonly string[]} [options.flags] more flags
 * @param {readonly string[]} [options.command] the command of Vitest, such as `run`
 * @param {Record<string, string>} [options.env]
 * @param {boolean} [options.isShown]
 */
export async function vitest(projects, options = {}) {
  const { patterns = [], flags = [], command = ['run'], env = {}, isShown } = options;
  const file = resolve(RESULTS, `${projects.join('-')}.json`);
  const ended = await runProgram({
    path: VITEST,
    args: [
      ...command,
      ...patterns,
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      `--reporter=${REPORTER}`,
      ...(patterns.length > 0 ? ['--passWithNoTests'] : []),
      ...flags,
    ],
    env: { ...env, VITEST_REPORT_FILE: file },
    isShown,
  });
  /** @type {import('./vitest-report.mjs').Report | undefined} */
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  return counted(ended, { ...report, failures: report?.failed });
}
