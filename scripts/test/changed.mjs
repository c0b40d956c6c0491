/** The checks and tests that the changes of the working tree touch. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fail } from '../lib/report.mjs';
import { build, format, lint, types } from './checks.mjs';
import { playwright } from './playwright.mjs';
import { projectsOf } from './projects.mjs';
import { vitest } from './vitest.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

/** The minimum length of a name. Short names occur in many files, so they do not say what a test is about. */
const SHORTEST_NAME = 5;
const COMMON = new Set(['index', 'queries', 'fields', 'columns', 'words', 'client', 'schema']);

/** @returns {readonly string[]} files that differ from the last commit and still exist */
function changedFiles() {
  const tracked = ['diff', '--name-only', '--relative', 'HEAD'];
  const untracked = ['ls-files', '--others', '--exclude-standard'];
  return [tracked, untracked].flatMap((args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
    if (status !== 0) fail(stderr.trim());
    return stdout.split('\n').filter((file) => file !== '' && existsSync(file));
  });
}

/** @param {string} file */
function nameOf(file) {
  return basename(file)
    .replace(/(?:\.long)?(?:\.test|\.spec)?\.\w+$/, '')
    .replace(/s$/, '');
}

/**
 * The patterns of API tests for files. API tests load the product while they run, so their imports do not
 * name its files. Names match instead: `lib/resources/group-invite.ts` and `e2e/api/iam/group-invites.test.ts`.
 *
 * @param {readonly string[]} files
 */
function patternsFor(files) {
  const names = files
    .filter((file) => /^(?:lib|e2e\/api|cli)\//.test(file))
    .map(nameOf)
    .filter((name) => name.length >= SHORTEST_NAME && !COMMON.has(name));
  return [...new Set(names)].map((name) => `/${name}`);
}

/** @returns {readonly Step[]} */
export function changedSteps() {
  const files = changedFiles();
  const code = files.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
  const specs = files.filter((file) => file.endsWith('.spec.ts'));
  const names = patternsFor(files);
  /** @type {Step[]} */
  const steps = [
    { name: 'format', part: 'checks', lane: 'checks', work: () => format([...files]) },
    { name: 'lint', part: 'checks', lane: 'checks', work: () => lint([...code]) },
    { name: 'types', part: 'checks', lane: 'checks', work: types },
    {
      name: 'unit tests',
      part: 'unit',
      lane: 'tests',
      work: () => vitest(projectsOf('unit'), { command: ['related', '--run'], patterns: code }),
    },
    {
      name: 'API tests',
      part: 'api',
      lane: 'tests',
      work: () => vitest(projectsOf('api'), { patterns: names }),
    },
    { name: 'build', part: 'browser', lane: 'tests', work: build },
    {
      name: 'browser tests',
      part: 'browser',
      lane: 'tests',
      work: () => playwright({ patterns: specs }),
    },
  ];
  const isWanted = { checks: code.length > 0, unit: code.length > 0, api: names.length > 0 };
  return steps.filter(({ name, part }) => {
    if (name === 'format') return files.length > 0;
    return part === 'browser' ? specs.length > 0 : isWanted[part];
  });
}
