/** The steps of `npm test` and of `npm run test:long`. */
import { build, docs, format, lint, promises, proto, types } from './checks.mjs';
import { elsewhere } from './elsewhere.mjs';
import { playwright } from './playwright.mjs';
import { projectsOf } from './projects.mjs';
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
 * @param {string} part
 * @param {readonly string[]} projects
 * @param {Record<string, string>} [env]
 * @returns {Step}
 */
function ofVitest(part, projects, env = {}) {
  const name = projects.every((project) => project.startsWith(part)) ? projects.join(', ') : part;
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
  { ...ofVitest('next', ['next']), lane: 'checks' },
  { name: 'browser', part: 'browser', lane: 'checks', work: playwright, takesPatterns: true },
  ofVitest('unit', projectsOf('unit')),
  ofVitest('api', ['api']),
  ofVitest('api', ['api-process', 'api-alone']),
  ofVitest('postgres', ['postgres']),
];

/** @type {readonly Step[]} */
export const LONG = [
  ofVitest('long', ['long']),
  ofVitest('random', [...projectsOf('unit'), 'api'], MORE_RUNS),
  ofVitest('grpc', ['grpc']),
  ofVitest('v1', ['v1']),
  ofVitest('postgres', ['postgres-api', 'postgres-process']),
  { ...BUILD, lane: 'tests' },
  ofVitest('next', ['next', 'next-long']),
  {
    name: 'browser',
    part: 'browser',
    lane: 'tests',
    work: (asked) => playwright({ ...asked, env: { GROVE_BROWSER_TESTS: 'long' } }),
    takesPatterns: true,
  },
  { name: 'shuffled', part: 'shuffled', lane: 'tests', work: shuffled },
  { name: 'elsewhere', part: 'elsewhere', lane: 'tests', work: elsewhere },
];
