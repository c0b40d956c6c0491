/** The checks that run no test: format, lint, types, definitions. */
import { join } from 'node:path';
import { BUF, buildPages, CACHE, forgetDevelopmentTypes } from '../lib/prepare.mjs';
import { runProgram } from './programs.mjs';
import { failure, NOTHING } from './count.mjs';

/** @typedef {import('./count.mjs').Count} Count */

const TYPES = join(CACHE, 'types.tsbuildinfo');

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

/**
 * @param {string} name
 * @param {string} path
 * @param {readonly string[]} args
 * @returns {Promise<Count>}
 */
async function check(name, path, args) {
  const { code, output, processor } = await runProgram({ path, args });
  return code === 0
    ? { ...NOTHING, passed: 1, processor, output }
    : { ...failure(name, output), processor };
}

/**
 * @param {readonly (() => Promise<Count>)[]} checks
 * @returns {Promise<Count>} the first that failed, or the last; processor seconds of all
 */
async function inTurn(checks) {
  let last = NOTHING;
  for (const one of checks) {
    const count = await one();
    last = { ...count, processor: last.processor + count.processor };
    if (last.failed > 0) break;
  }
  return last;
}

/** @param {readonly string[]} files */
export const format = (files = ['.']) =>
  check('format', 'oxfmt/bin/oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...files]);

/** @param {readonly string[]} files */
export const lint = (files = []) =>
  check('lint', 'oxlint/bin/oxlint', [
    '--deny-warnings',
    '--no-error-on-unmatched-pattern',
    ...files,
  ]);

export const promises = () => check('promises', 'oxlint/bin/oxlint', PROMISES);

/** Next generates the types of routes, so that a checkout that was never built can be checked. */
export function types() {
  forgetDevelopmentTypes();
  return inTurn([
    () => check('types of routes', 'next/dist/bin/next', ['typegen']),
    () => check('types', 'typescript-7/bin/tsc', ['--noEmit', '--tsBuildInfoFile', TYPES]),
  ]);
}

/** Lints our own definitions by buf's rules. Definitions of other projects stay as published. */
export const proto = () =>
  inTurn([
    () => check('proto', BUF, ['lint', 'proto']),
    () => check('proto', BUF, 'format proto --path proto/grove --diff --exit-code'.split(' ')),
  ]);

/** The tables of the documents, their links and their words. */
export const docs = () => check('docs', '../scripts/docs/main.ts', ['--check']);

/** @returns {Promise<Count>} */
export async function build() {
  return (await buildPages()) ? { ...NOTHING, passed: 1 } : failure('build', 'next build failed');
}
