/** Downloads a current Node.js if the system's own is too old for Grove. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { run } from './child.mjs';
import { fail, progress } from './report.mjs';
import { ensureWritable } from './writable.mjs';

/** An exact version, so that a later release runs only after somebody has tried it. */
const VERSION = '26.10.0';
const PACKAGE = `node@${VERSION}`;
const OLDEST = [22, 18];
const MARK = 'GROVE_NODE_BROUGHT';

/**
 * @param {string} version such as `v22.18.0`
 * @param {readonly number[]} oldest
 */
function isAtLeast(version, [major, minor]) {
  const [ownMajor, ownMinor] = version.replace(/^v/, '').split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** Whether this process runs on a Node.js that is new enough. */
export function isNewEnough() {
  return isAtLeast(process.version, OLDEST);
}

/**
 * The flags with which this Node.js runs TypeScript without a warning. Newer versions need none.
 */
export function typeScriptFlags(version = process.version) {
  const silent = version.startsWith('v22.')
    ? isAtLeast(version, [22, 18])
    : isAtLeast(version, [24, 3]);
  return silent ? [] : ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
}

/**
 * Runs the same command again with a newer Node.js.
 *
 * @param {string} cacheFolder keeps the path of the newer Node.js
 * @returns {Promise<number>} its exit code
 */
export async function runOnNewer(cacheFolder) {
  if (process.env[MARK] !== undefined) {
    fail(`Node.js 22.18 or newer is needed, but ${process.execPath} is ${process.version}`);
  }
  const node = remembered(cacheFolder) ?? (await bring(cacheFolder));
  const { code } = await run(node, process.argv.slice(1), {
    env: { [MARK]: '1', PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
  });
  return code;
}

/** @param {string} cacheFolder */
function remembered(cacheFolder) {
  const file = join(cacheFolder, 'node-path');
  if (!existsSync(file)) return undefined;
  const path = readFileSync(file, 'utf8').trim();
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return stdout?.trim() === `v${VERSION}` ? path : undefined;
}

/**
 * Makes a folder an empty package for npm. In any other folder npm would look for packages and settings
 * in the folders above, and everybody can put some into the system's folder for temporary files.
 *
 * @param {string} folder
 * @returns {string} the folder
 */
function emptyPackage(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  return folder;
}

/** @param {string} cacheFolder */
async function bring(cacheFolder) {
  const needed = `Node.js 22.18 or newer is needed, but this is ${process.version}: install it, or`;
  ensureWritable(cacheFolder, needed);
  const done = progress(`Getting Node.js ${VERSION} (this is ${process.version}; 22.18 is needed)`);
  // The package links the binary in an install script.
  const args = ['-y', '--ignore-scripts=false', '-p', PACKAGE, 'node', '-p', 'process.execPath'];
  const { code, output } = await run('npx', args, {
    quiet: true,
    cwd: emptyPackage(join(cacheFolder, 'node')),
    shell: process.platform === 'win32',
  }).catch((error) => ({ code: 1, output: error.message }));
  const path = output
    .trim()
    .split(/\r?\n/)
    .findLast?.((line) => existsSync(line));
  if (code !== 0 || path === undefined) {
    fail(`Node.js 22.18 or newer is needed and could not be fetched:\n${output.trim()}`);
  }
  done();
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(join(cacheFolder, 'node-path'), `${path}\n`);
  return path;
}

/** The folder in which Node.js keeps compiled modules. With it no thread loads the compiler of TypeScript. */
export const commandEnv = { NODE_COMPILE_CACHE: resolve('.cache/compiled') };

/**
 * Bounds the memory pools of the C library, which otherwise keeps freed memory for each thread, and lets it
 * give larger pieces back at once instead of keeping the gaps between smaller ones.
 */
export const mallocEnv = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' };

export const serverEnv = { ...commandEnv, ...mallocEnv };

/** Node.js flags of the server: 8 MB for young objects instead of 64. */
export const serverFlags = ['--max-semi-space-size=4'];

/** Node.js flags of the command line: little memory for young objects, because an import makes many. */
export const commandFlags = ['--max-semi-space-size=4'];

/** The environment of programs whose child processes run TypeScript, such as test runners. */
export const programEnv = () => ({
  NEXT_TELEMETRY_DISABLED: '1',
  NODE_OPTIONS: [process.env.NODE_OPTIONS, ...typeScriptFlags()].filter(Boolean).join(' '),
});
