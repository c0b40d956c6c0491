/**
 * The parts of `npm test` and `npm run test:long`, and the projects of Vitest that they run. vitest.config.ts,
 * the steps and the table in CONTRIBUTING take them from here.
 */
import { tagged } from './tags.mjs';

/**
 * @typedef {'none' | 'sqlite' | 'postgres'} Engine
 * @typedef {'rest' | 'grpc' | 'v1' | 'next'} Transport
 * @typedef {'shared' | 'restored' | 'alone'} Isolation Where a file runs: in a process with others, which leave nothing
 *   behind; in such a process, whose environment is restored after the file; in a process of its own.
 */

/**
 * @typedef {object} Project Its name is a part, or a part and what makes it another project of it.
 * @property {Engine} engine
 * @property {Transport} transport
 * @property {Isolation} isolation
 * @property {readonly string[]} include
 * @property {readonly string[]} [exclude]
 * @property {number} [timesTheRuns] of tests with the tag `many-runs`
 * @property {true} [isLong] whether only `npm run test:long` has it
 * @property {string} runs what it runs, for CONTRIBUTING
 */

const LONG = '**/*.long.test.ts';
const API = 'e2e/api/**/*.test.ts';
const OF_PROCESSES = 'e2e/api/process/*.test.ts';
const OF_POSTGRES = 'e2e/api/postgres/*.test.ts';
/** Files of the API tests that do not run with the others. */
const ELSEWHERE = [LONG, OF_PROCESSES, OF_POSTGRES, ...tagged('pages')];

/** @type {Readonly<Record<string, Project>>} */
export const PROJECTS = {
  unit: {
    engine: 'none',
    transport: 'rest',
    isolation: 'restored',
    include: ['{app,cli,components,lib,prisma,scripts}/**/*.test.{ts,tsx}', '*.test.ts'],
    exclude: [LONG, 'lib/store/postgres/**', ...tagged('alone')],
    runs: 'the tests beside the files',
  },
  'unit-alone': {
    engine: 'none',
    transport: 'rest',
    isolation: 'alone',
    include: tagged('alone').filter((file) => !file.startsWith('e2e/')),
    runs: 'those with `alone`, which call `vi.mock`',
  },
  api: {
    engine: 'sqlite',
    transport: 'rest',
    isolation: 'shared',
    include: [API],
    exclude: ELSEWHERE,
    runs: '`e2e/api`',
  },
  'api-process': {
    engine: 'sqlite',
    transport: 'rest',
    isolation: 'restored',
    include: [OF_PROCESSES],
    exclude: [LONG, ...tagged('alone')],
    runs: '`e2e/api/process`: files that start or kill Grove',
  },
  'api-alone': {
    engine: 'sqlite',
    transport: 'rest',
    isolation: 'alone',
    include: tagged('alone').filter((file) => file.startsWith('e2e/api/')),
    runs: 'those with `alone`, which change what a process loads once',
  },
  postgres: {
    engine: 'postgres',
    transport: 'rest',
    isolation: 'alone',
    include: ['lib/store/*.test.ts', 'lib/store/postgres/*.test.ts', OF_POSTGRES],
    exclude: [LONG],
    runs: '`lib/store` and `e2e/api/postgres`',
  },
  next: {
    engine: 'sqlite',
    transport: 'next',
    isolation: 'alone',
    include: [...tagged('pages'), ...tagged('next')],
    runs: 'those with `pages` or `next`, at `next start`; needs a build',
  },
  long: {
    engine: 'sqlite',
    transport: 'rest',
    isolation: 'alone',
    include: [
      '{app,lib}/**/*.long.test.ts',
      'e2e/api/process/*.long.test.ts',
      ...tagged('many-runs'),
    ],
    timesTheRuns: 10,
    isLong: true,
    runs: 'files named `*.long.test.ts`; those with `many-runs`, ten times as often',
  },
  grpc: {
    engine: 'sqlite',
    transport: 'grpc',
    isolation: 'shared',
    include: [API],
    exclude: [...ELSEWHERE, ...tagged('http')],
    isLong: true,
    runs: 'the files of `api` without `http`',
  },
  v1: {
    engine: 'sqlite',
    transport: 'v1',
    isolation: 'shared',
    include: tagged('v1'),
    isLong: true,
    runs: 'those with `v1`: tests of access',
  },
  'next-long': {
    engine: 'sqlite',
    transport: 'next',
    isolation: 'alone',
    include: tagged('next-long'),
    isLong: true,
    runs: 'those with `next-long`',
  },
  'postgres-api': {
    engine: 'postgres',
    transport: 'rest',
    isolation: 'shared',
    include: [API],
    exclude: [...ELSEWHERE, ...tagged('sqlite')],
    isLong: true,
    runs: 'the files of `api` without `sqlite`',
  },
  'postgres-process': {
    engine: 'postgres',
    transport: 'rest',
    isolation: 'alone',
    include: [OF_PROCESSES, 'e2e/api/postgres/*.long.test.ts', 'lib/store/*.long.test.ts'],
    exclude: tagged('sqlite'),
    isLong: true,
    runs: 'the files of `api-process`, `api-alone` and long ones of `postgres`, without `sqlite`',
  },
};

/**
 * @param {string} part
 * @param {object} [of]
 * @param {boolean} [of.isLong] whether the long ones count as well
 * @returns {string[]} the projects of a part: `api` and `api-…`
 */
export function projectsOf(part, { isLong = false } = {}) {
  return Object.entries(PROJECTS)
    .filter(([name]) => name === part || name.startsWith(`${part}-`))
    .filter(([, project]) => isLong || project.isLong !== true)
    .map(([name]) => name);
}

/** The parts without a project of Vitest, and what they run. */
export const OTHER_PARTS = {
  checks: 'format, lint, promises, types, definitions of gRPC, documents',
  browser: 'what a person does and sees, in a real browser; needs a build',
  random: 'the random tests of `unit` and `api` with twenty times the cases',
  shuffled: '`unit` and `api` in ten random orders under load',
  elsewhere: '`checks` and `unit` in a folder with an odd name, as another user',
};
