/** The result of a step of the tests. */

/**
 * @typedef {object} Failure
 * @property {string} name
 * @property {string} why
 * @property {string} [page] what a browser showed, as a tree of roles and names
 */
/** @typedef {{ name: string, seconds: number }} Timed */

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {readonly Failure[]} failures
 * @property {readonly Timed[]} slowest the ten slowest tests
 * @property {number} processor seconds of the processor; 0 if unknown
 * @property {string} output the output of the step, unless it was shown during the run
 */

/** @type {Count} */
export const NOTHING = {
  passed: 0,
  failed: 0,
  failures: [],
  slowest: [],
  processor: 0,
  output: '',
};

/** The number of slowest tests that are listed. */
export const SLOWEST = 10;

/**
 * @param {string} name
 * @param {string} why
 * @returns {Count}
 */
export function failure(name, why) {
  return { ...NOTHING, failed: 1, failures: [{ name, why }], output: why };
}

/**
 * @param {readonly Timed[]} tests
 * @returns {Timed[]}
 */
export function slowestOf(tests) {
  return [...tests].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
}

/**
 * Counts a runner that fails without a failing test as one failure.
 *
 * @param {object} ended
 * @param {number} ended.code
 * @param {string} ended.output
 * @param {number} ended.processor
 * @param {{ passed?: number, failures?: readonly Failure[], slowest?: readonly Timed[] }} report
 * @returns {Count}
 */
export function counted({ code, output, processor }, { passed = 0, failures = [], slowest = [] }) {
  const all =
    code !== 0 && failures.length === 0
      ? [{ name: 'the runner', why: output || `ended with ${code}` }]
      : failures;
  return { passed, failed: all.length, failures: all, slowest, processor, output };
}
