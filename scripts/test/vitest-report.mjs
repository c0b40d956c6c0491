/**
 * A reporter of Vitest that writes failures with their reasons. Vitest's own JSON leaves out errors outside
 * of tests: those of hooks, of files that cannot be loaded, and uncaught ones.
 */
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { slowestOf } from './count.mjs';

/**
 * @typedef {{ name: string, why: string }} Failure
 * @typedef {{ passed: number, failed: Failure[], slowest: import('./count.mjs').Timed[] }} Report
 * @typedef {readonly { name?: string, message?: string, stack?: string, diff?: string }[]} Errors
 */

const FRAME = /^\s+at /;
const FOREIGN = /node_modules|node:|<anonymous>/;

/** @implements {import('vitest/reporters').Reporter} */
export default class VitestReport {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {Errors} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const file = process.env.VITEST_REPORT_FILE;
    if (file === undefined) throw new Error('VITEST_REPORT_FILE is missing');
    /** @type {Report} */
    const report = {
      passed: modules.reduce(
        (sum, { children }) => sum + [...children.allTests('passed')].length,
        0,
      ),
      failed: [
        ...modules.flatMap(failuresOf),
        ...unhandled.map((error) => ({ name: 'outside of any test', why: why([error]) })),
      ],
      slowest: slowestOf(modules.flatMap(timesOf)),
    };
    writeFileSync(file, JSON.stringify(report));
  }
}

/**
 * @param {import('vitest/node').TestModule} module
 * @returns {import('./count.mjs').Timed[]}
 */
function timesOf(module) {
  return [...module.children.allTests('passed')].map((test) => ({
    name: `${module.relativeModuleId}: ${test.fullName}`,
    seconds: (test.diagnostic()?.duration ?? 0) / 1000,
  }));
}

/**
 * @param {import('vitest/node').TestModule} module
 * @returns {Failure[]}
 */
function failuresOf(module) {
  const at = module.relativeModuleId;
  return [
    ...outsideOf(at, module.errors()),
    ...[...module.children.allSuites()].flatMap((suite) =>
      outsideOf(`${at}: ${suite.fullName}`, suite.errors()),
    ),
    ...[...module.children.allTests('failed')].map((test) => ({
      name: `${at}: ${test.fullName}`,
      why: why(test.result().errors ?? []),
    })),
  ];
}

/**
 * @param {string} name of a file or a suite
 * @param {Errors} errors of its hooks, or of loading it
 */
function outsideOf(name, errors) {
  return errors.length === 0 ? [] : [{ name: `${name} (outside of its tests)`, why: why(errors) }];
}

/**
 * The message, the difference, and the place in our own code.
 *
 * @param {Errors} errors
 */
function why(errors) {
  return errors
    .flatMap(({ name = 'Error', message = '', stack = '', diff = '' }) => [
      `${name}: ${message}`,
      diff,
      ...stack.split('\n').filter((line) => FRAME.test(line) && !FOREIGN.test(line)),
    ])
    .filter((text) => text !== '')
    .map(stripVTControlCharacters)
    .join('\n');
}
