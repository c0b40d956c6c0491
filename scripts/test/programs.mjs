/** Runs the programs of installed packages for the tests. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from '../lib/child.mjs';
import { commandEnv, programEnv } from '../lib/node.mjs';
import { CACHE } from '../lib/prepare.mjs';

export const RESULTS = join(CACHE, 'test');
const TIMED = join('scripts', 'test', 'timed.mjs');

/** Tests ask servers on this machine, which a proxy of the surroundings does not reach. */
const NO_PROXIES = Object.fromEntries(
  ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']
    .flatMap((name) => [name, name.toLowerCase()])
    .map((name) => [name, '']),
);

/** Servers and commands that tests start run TypeScript as well, from modules compiled before. */
const ENV = { ...programEnv(), ...commandEnv, ...NO_PROXIES };

let started = 0;

/**
 * @typedef {object} Program
 * @property {string} path in `node_modules`
 * @property {readonly string[]} args
 * @property {Record<string, string>} [env]
 * @property {boolean} [isShown] whether its output is shown while it runs, and not kept
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
 * Keeps what a step printed where people can read it.
 *
 * @param {string} name of the step
 * @param {string} output
 */
export function keepOutput(name, output) {
  if (output !== '') writeFileSync(join(RESULTS, `${name.replaceAll(' ', '-')}.log`), output);
}
