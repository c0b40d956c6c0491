/** The report of `npm test`: printed at its end, and kept in files. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { note } from '../lib/report.mjs';
import { slowestOf } from './count.mjs';
import { RESULTS } from './programs.mjs';

/** @typedef {import('./count.mjs').Count} Count */
/** @typedef {{ name: string, seconds: number, count: Count }} Done */

/** The printed lines of each failure, and of its page. */
const LINES_OF_WHY = 15;
const LINES_OF_PAGE = 80;
const LAST = join(RESULTS, 'last.json');

/** @param {readonly Done[]} steps in any order */
export function printReport(steps) {
  note(`\n${table(steps)}`);
  const slowest = slowestOf(steps.flatMap(({ count }) => count.slowest));
  if (slowest.length > 0) note('\nSlowest:');
  for (const { name, seconds } of slowest) note(`${seconds.toFixed(1).padStart(6)} s  ${name}`);
  for (const { name, count } of steps.filter(({ count: { failed } }) => failed > 0)) {
    note(`\nFailed in ${name} (${count.failed}):`);
    for (const { name: test, why, page = '' } of count.failures) {
      const lines = [
        ...why.split('\n').slice(0, LINES_OF_WHY),
        ...page.split('\n').slice(0, LINES_OF_PAGE),
      ];
      note([`  ${test}`, ...lines.map((line) => `      ${line}`)].join('\n'));
    }
  }
}

/** @param {readonly Done[]} steps */
function table(steps) {
  const rows = steps.map(({ name, seconds, count }) => [
    name,
    String(count.passed + count.failed),
    seconds.toFixed(0),
    count.processor === 0 ? '' : count.processor.toFixed(0),
    count.failed === 0 ? '' : `${count.failed} failed`,
  ]);
  return [['step', 'tests', 's', 'processor s', ''], ...rows]
    .map(([name = '', ...numbers]) =>
      [name.padEnd(44), ...numbers.map((number) => number.padStart(11))].join(' ').trimEnd(),
    )
    .join('\n');
}

/**
 * Writes the tested tree and the results, so that nobody needs to test the same tree again.
 *
 * @param {readonly Done[]} steps
 * @param {{ tree: string | undefined, seconds: number, passed: number, failed: number }} whole
 */
export function keepReport(steps, whole) {
  const rows = steps.map(({ name, seconds, count }) => ({
    name,
    seconds: Math.round(seconds),
    processorSeconds: Math.round(count.processor),
    passed: count.passed,
    failed: count.failed,
  }));
  const last = { ...whole, ended: new Date().toISOString(), steps: rows };
  writeFileSync(LAST, `${JSON.stringify(last, null, 2)}\n`);
}

/** @returns {string | undefined} git's name for all files as they are now, committed or not */
export function treeOfFiles() {
  const index = resolve(RESULTS, 'index');
  const env = { ...process.env, GIT_INDEX_FILE: index };
  const own = spawnSync('git', ['rev-parse', '--git-path', 'index'], { encoding: 'utf8' });
  if (own.status !== 0) return undefined;
  if (existsSync(own.stdout.trim())) copyFileSync(own.stdout.trim(), index);
  spawnSync('git', ['add', '--all'], { env });
  const { stdout } = spawnSync('git', ['write-tree'], { env, encoding: 'utf8' });
  rmSync(index, { force: true });
  return stdout.trim() || undefined;
}
