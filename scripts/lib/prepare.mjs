/** Prepares what Grove needs to run: packages, generated code, the built pages. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { COLUMN_KINDS_FILE, writeColumnKinds } from './column-kinds.mjs';
import { compressFiles } from './compress.mjs';
import { locked } from './lock.mjs';
import { protoIndexOf, writeProtoIndex } from './proto-index.mjs';
import { commandEnv, commandFlags, typeScriptFlags } from './node.mjs';
import { POSTGRES_SCHEMA } from './postgres-schema.mjs';
import { fail, note, progress } from './report.mjs';
import { ensureWritable } from './writable.mjs';
import { documentsHash, hasStamp, protoHash, schemaHash, sourceHash } from './stamps.mjs';

export const CACHE = '.cache';
const GENERATED = 'lib/generated';

/** The program that reads the definitions in `proto`. */
export const BUF = '@bufbuild/buf/bin/buf';

/**
 * @typedef {object} Step
 * @property {string} what
 * @property {() => boolean} isFresh
 * @property {() => Promise<{ code: number, output: string }>} work
 * @property {() => void} [after]
 */

/** @type {Step} */
const install = {
  what: 'Installing dependencies',
  isFresh: isInstalled,
  // `npm ci` refuses a lock file without the optional packages of other platforms, which npm leaves
  // out if the registry lacks them. `npm install` takes the same versions from the lock file.
  work: () =>
    npm(['install', '--no-save', '--ignore-scripts', '--include=dev', '--loglevel=error']),
};

/** @type {Step} */
const generateClient = {
  what: 'Generating the database clients',
  isFresh: () => existsSync(COLUMN_KINDS_FILE) && hasStamp(`${GENERATED}/prisma/stamp`, schemaHash),
  work: async () => {
    const generated = await generate('prisma/schema.prisma');
    return generated.code === 0 ? generate(POSTGRES_SCHEMA) : generated;
  },
  after: () => {
    writeColumnKinds('prisma/schema.prisma');
    writeFileSync(`${GENERATED}/prisma/stamp`, schemaHash());
  },
};

/** @type {Step} */
const generateMessages = {
  what: 'Generating the messages of the API',
  isFresh: () =>
    existsSync(`${GENERATED}/proto/grove.binpb`) &&
    existsSync(protoIndexOf(`${GENERATED}/proto`)) &&
    hasStamp(`${GENERATED}/proto/stamp`, protoHash),
  work: async () => {
    const generated = await bin(BUF, ['generate', 'proto', '--template', 'proto/buf.gen.yaml'], {});
    // Generated code does not have the comments of the definitions. This image has them.
    const image = `${GENERATED}/proto/grove.binpb`;
    return generated.code === 0
      ? bin(BUF, ['build', 'proto', '--path', 'proto/grove', '-o', image], {})
      : generated;
  },
  after: () => {
    writeProtoIndex(`${GENERATED}/proto`);
    writeFileSync(`${GENERATED}/proto/stamp`, protoHash());
  },
};

const DOCUMENTS = `${GENERATED}/docs`;

/** Loaded here, because its package may not be installed before. @type {Step} */
const renderDocuments = {
  what: 'Rendering the documents',
  isFresh: () => hasStamp(`${DOCUMENTS}/stamp`, documentsHash),
  async work() {
    const { writeDocuments } = await import('./documents.mjs');
    writeDocuments();
    return { code: 0, output: '' };
  },
  after: () => writeFileSync(`${DOCUMENTS}/stamp`, documentsHash()),
};

const COMPILED = `${CACHE}/compiled`;

/** Modules that change later are compiled again one by one. @type {Step} */
const compile = {
  what: 'Compiling the command line',
  isFresh: () => hasStamp(`${COMPILED}/stamp`, () => process.version),
  work: () =>
    run(process.execPath, [...typeScriptFlags(), ...commandFlags, 'cli/compile.ts'], {
      quiet: true,
      env: commandEnv,
    }),
  after: () => writeFileSync(`${COMPILED}/stamp`, process.version),
};

/** @type {Step} */
const build = {
  what: 'Building the pages',
  isFresh: () => existsSync('.next/BUILD_ID') && hasStamp('.next/stamp', sourceHash),
  work: () => {
    forgetDevelopmentTypes();
    return bin('next/dist/bin/next', ['build'], {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // No page may depend on the data of this machine. Such a page fails here.
      GROVE_DATA_DIR: '/dev/null/grove',
    });
  },
  after: () => {
    compressFiles('.next/static');
    writeFileSync('.next/stamp', sourceHash());
  },
};

const STEPS = {
  install: [install],
  generate: [generateClient, generateMessages, renderDocuments],
  compile: [compile],
  build: [build],
};

/**
 * Performs the steps that are not fresh, one process at a time. Ends the process if a step fails.
 *
 * @param {readonly (keyof typeof STEPS)[]} names
 */
export async function prepare(names) {
  const steps = names.flatMap((name) => STEPS[name]);
  if (steps.every((step) => step.isFresh())) return;
  ensureWritable(CACHE, 'some files have to be made: run this once as the owner of the folder, or');
  await locked(CACHE, async () => {
    for (const step of steps) {
      if (!step.isFresh() && !(await perform(step))) fail(`${step.what} failed`);
    }
  });
}

/**
 * Builds the pages if they are stale.
 *
 * @returns {Promise<boolean>} whether the pages exist now
 */
export function buildPages() {
  return locked(CACHE, async () => build.isFresh() || perform(build));
}

/**
 * Removes the route types of an earlier development server, which may contradict the current ones.
 */
export function forgetDevelopmentTypes() {
  rmSync('.next/dev/types', { recursive: true, force: true });
}

/** @param {Step} step */
async function perform(step) {
  const done = progress(step.what);
  const { code, output } = await step.work();
  done();
  if (code === 0) step.after?.();
  else note(output.trim());
  if (code > 128) process.exit(code);
  return code === 0;
}

/** @param {readonly string[]} args */
function npm(args) {
  const { npm_execpath: cli } = process.env;
  const env = { NODE_ENV: undefined };
  if (cli?.endsWith('.js')) return run(process.execPath, [cli, ...args], { quiet: true, env });
  return run('npm', args, { quiet: true, env, shell: process.platform === 'win32' });
}

/** @param {string} schema the schema's path */
function generate(schema) {
  return bin('prisma/build/index.js', ['generate', '--schema', schema], {
    // Generating needs no engine; naming any program keeps Prisma from downloading one.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  });
}

/**
 * @param {string} path
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 */
function bin(path, args, env) {
  return run(process.execPath, [join('node_modules', path), ...args], { quiet: true, env });
}

/** True if every package is installed in the version of the lock file. */
function isInstalled() {
  const installed = lockedPackages('node_modules/.package-lock.json');
  const wanted = lockedPackages('package-lock.json');
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = installed[path];
    return found === undefined ? optional === true : found.version === version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function lockedPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}
