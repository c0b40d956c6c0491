/**
 * The scripts of package.json run this: it finds a Node.js that is new enough,
 * prepares missing or stale files, and runs the command.
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  commandEnv,
  commandFlags,
  isNewEnough,
  runOnNewer,
  serverEnv,
  serverFlags,
  typeScriptFlags,
} from './lib/node.mjs';
import { fail } from './lib/report.mjs';

/** @typedef {(args: string[]) => Promise<number>} Command */

/** @typedef {Parameters<typeof import('./lib/prepare.mjs').prepare>[0]} Steps */

/** @type {Record<string, Command>} */
const commands = {
  start: runServer,
  dev: (args) => runTypeScript(['install', 'generate'], 'server.ts', ['--dev', ...args]),
  grove: (args) => runCommand(args),
  bench: (args) => {
    // Collections are read and written without a server.
    const pages = args.includes('--collections') ? [] : ['build'];
    return runTypeScript(['install', 'generate', 'compile', ...pages], 'bench/main.ts', args);
  },
  demo: (args) => runCommand(['demo', ...args]),
  docs: (args) => runTypeScript(['install', 'generate'], 'scripts/docs/main.ts', args),
  build: () => prepared(['install', 'generate', 'compile', 'build']),
  generate: () => prepared(['install', 'generate']),
  exec: ([name = '', ...args]) => runPackage(name, args),
  ...commandsIn(['install', 'generate', 'compile'], {
    './test.mjs': ['test', 'testLong'],
    './mutants.mjs': ['mutants'],
  }),
  ...commandsIn(['install', 'generate', 'build'], {
    './tour.mjs': ['tour', 'screenshots'],
    './browsers.mjs': ['browsers'],
  }),
  ...commandsIn(['install'], { './icons.mjs': ['icons'] }),
  ...commandsIn(['install', 'generate'], { './new-migration.mjs': ['migration'] }),
  ...commandsIn([], { './release.mjs': ['audit', 'sbom', 'pin'] }),
};

/**
 * Commands by the names of their functions. A module may import packages, so it is loaded after they
 * are installed.
 *
 * @param {Steps} steps
 * @param {Record<string, readonly string[]>} modules
 * @returns {Record<string, Command>}
 */
function commandsIn(steps, modules) {
  const pairs = Object.entries(modules).flatMap(([module, names]) =>
    names.map((name) => [
      name,
      async (/** @type {string[]} */ args) => {
        await prepared(steps);
        return (await import(module))[name](args);
      },
    ]),
  );
  return Object.fromEntries(pairs);
}

/** @param {Steps} steps */
async function prepared(steps) {
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare(steps);
  return 0;
}

/**
 * @param {Steps} steps
 * @param {string} file
 * @param {string[]} args
 * @param {{ flags?: readonly string[], env?: Record<string, string> }} [options] of Node.js
 */
async function runTypeScript(steps, file, args, { flags = [], env = {} } = {}) {
  await prepared(steps);
  if (existsSync('.env')) process.loadEnvFile('.env');
  return runNode([...typeScriptFlags(), ...flags, file, ...args], env);
}

/** @param {string[]} args */
function runServer(args) {
  const options = { flags: serverFlags, env: serverEnv };
  return runTypeScript(['install', 'generate', 'build'], 'server.ts', args, options);
}

/** @param {string[]} args */
function runCommand(args) {
  const options = { flags: commandFlags, env: commandEnv };
  return runTypeScript(['install', 'generate', 'compile'], 'cli/main.ts', args, options);
}

/**
 * @param {string} name of a program that an installed package has
 * @param {string[]} args
 */
async function runPackage(name, args) {
  await prepared(['install', 'generate']);
  const path = join('node_modules/.bin', name);
  if (!existsSync(path)) fail(`no installed package has a program ${name}`);
  return runNode([realpathSync(path), ...args]);
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function runNode(args, env = {}) {
  const { run } = await import('./lib/child.mjs');
  const { code } = await run(process.execPath, args, {
    env: { NEXT_TELEMETRY_DISABLED: '1', ...env },
  });
  return code;
}

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(commands, name)) {
  fail(`${name || 'nothing'} is not one of ${Object.keys(commands).join(', ')}`);
}
process.exitCode = isNewEnough() ? await commands[name](args) : await runOnNewer('.cache');
