/** The steps of `npm test` and of `npm run test:long`. */
import { build, docs, format, lint, promises, proto, types } from './checks.mjs';
import { elsewhere } from './elsewhere.mjs';
import { playwright } from './playwright.mjs';
import { shuffled } from './shuffled.mjs';
import { vitest } from './vitest.mjs';

/** @typedef {import('./count.mjs').Count} Count */
/** @typedef {{ patterns: readonly string[], isShown: boolean }} Asked */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} part the name on the command line
 * @property {string} [alsoPart] another part that needs it
 * @property {'checks' | 'tests'} lane The steps of a lane run one after another, beside the other lane.
 * @property {(asked: Asked) => Promise<Count>} work
 * @property {true} [takesPatterns]
 */

/** Multiplies the cases of each random test. */
const MORE_RUNS = { TEST_RUNS: '20' };

/**
 * @param {string} name
 * @param {string} part
 * @param {readonly string[]} projects
 * @param {Record<string, string>} [env]
 * @returns {Step}
 */
function ofVitest(name, part, projects, env = {}) {
  const work = (/** @type {Asked} */ asked) => vitest(projects, { ...asked, env });
  return { name, part, lane: 'tests', work, takesPatterns: true };
}

/** @type {Step} */
const BUILD = { name: 'build', part: 'next', alsoPart: 'browser', lane: 'checks', work: build };

/** Two lanes keep two cores busy: the steps of the first use one core, or wait for a browser. @type {readonly Step[]} */
export const SHORT = [
  { name: 'format', part: 'checks', lane: 'checks', work: () => format() },
  { name: 'lint', part: 'checks', lane: 'checks', work: () => lint() },
  { name: 'promises', part: 'checks', lane: 'checks', work: promises },
  { name: 'types', part: 'checks', lane: 'checks', work: types },
  { name: 'proto', part: 'checks', lane: 'checks', work: proto },
  { name: 'docs', part: 'checks', lane: 'checks', work: docs },
  BUILD,
  { ...ofVitest('API tests under plain Next', 'next', ['api-over-next']), lane: 'checks' },
  { name: 'browser tests', part: 'browser', lane: 'checks', work: playwright, takesPatterns: true },
  ofVitest('unit tests', 'unit', ['unit', 'unit-alone']),
  ofVitest('API tests', 'api', ['api']),
  ofVitest('tests of processes', 'api', ['process', 'process-alone']),
  ofVitest('tests on PostgreSQL', 'postgres', ['postgres']),
];

/** @type {readonly Step[]} */
export const LONG = [
  ofVitest('long tests', 'long', ['long']),
  ofVitest(
    'random tests, twenty times the cases',
    'random',
    ['unit', 'unit-alone', 'api'],
    MORE_RUNS,
  ),
  ofVitest('API tests over gRPC', 'grpc', ['api-over-grpc']),
  ofVitest('API tests over v1', 'v1', ['api-over-v1']),
  ofVitest('API tests on PostgreSQL', 'postgres', ['api-on-postgres', 'process-on-postgres']),
  { ...BUILD, lane: 'tests' },
  ofVitest('API tests under plain Next', 'next', ['api-over-next', 'more-over-next']),
  {
    name: 'browser tests on a phone and on PostgreSQL',
    part: 'browser',
    lane: 'tests',
    work: (asked) => playwright({ ...asked, env: { GROVE_BROWSER_TESTS: 'long' } }),
    takesPatterns: true,
  },
  { name: 'shuffled under load', part: 'shuffled', lane: 'tests', work: shuffled },
  { name: 'in another folder, as another user', part: 'elsewhere', lane: 'tests', work: elsewhere },
];
