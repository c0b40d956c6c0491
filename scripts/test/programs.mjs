/** Runs the programs of installed packages for the tests. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from '../lib/child.mjs';
import { commandEnv, programEnv } from '../lib/node.mjs';
import { CACHE } from '../lib/prepare.mjs';

export const RESULTS = join(CACHE, 'test');
const TIMED = join('scripts', 'test', 'timed.mjs');

/** Tests connect to servers on this machine, which a proxy in the environment cannot reach. */
const NO_PROXIES = Object.fromEntries(
  ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']
    .flatMap((name) => [name, name.toLowerCase()])
    .map((name) => [name, '']),
);

/** The environment of tests. Servers and commands that they start run TypeScript too, from compiled modules. */
const ENV = { ...programEnv(), ...commandEnv, ...NO_PROXIES };

let started = 0;

/**
 * @typedef {object} Program
 * @property {string} path in `node_modules`
 * @property {readonly string[]} args
 * @property {Record<string, string>} [env]
 * @property {boolean} [isShown] whether the output is shown during the run instead of kept
 */

/**
 * @param {Program} program
 * @returns {Promise<{ code: number, output: string, processor: number }>} the processor's seconds
 */
export async function runProgram({ path, args, env = {}, isShown = false }) {
  mkdirSync(RESULTS, { recursive: true });
  const file = resolve(RESULTS, `${(started += 1)}.processor`);
  const command = [TIMED, file, join('node_modules', path), ...args];
  const { code, output } = await run(process.execPath, command, {
    quiet: !isShown,
    env: { ...ENV, ...env },
  });
  if (code > 128) process.exit(code);
  return { code, output, processor: existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0 };
}

/**
 * Keeps the output of a step in a file.
 *
 * @param {string} name of the step
 * @param {string} output
 */
export function keepOutput(name, output) {
  if (output !== '') writeFileSync(join(RESULTS, `${name.replaceAll(' ', '-')}.log`), output);
}
