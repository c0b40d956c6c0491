/** Stamps of generated files, which are generated again only after their sources change. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE_FOLDERS = ['app', 'components', 'lib', 'public'];

/** Files that do not go into the built pages. */
const NOT_BUILT =
  /\.test\.tsx?$|^next-env\.d\.ts$|^(?:playwright|vitest)\.config\.ts$|^server\.ts$/;

/**
 * @param {string} file
 * @param {() => string} hash
 */
export function hasStamp(file, hash) {
  return existsSync(file) && readFileSync(file, 'utf8') === hash();
}

export function schemaHash() {
  return hashFiles([
    'prisma/schema.prisma',
    'prisma/postgres/schema.prisma',
    'node_modules/prisma/package.json',
  ]);
}

export function protoHash() {
  const packages = ['buf', 'protoc-gen-es'].map((name) => `node_modules/@bufbuild/${name}`);
  return hashFiles([
    ...filesIn('proto', true).sort(),
    ...packages.map((folder) => `${folder}/package.json`),
  ]);
}

export function documentsHash() {
  const own = 'scripts/lib/documents.mjs';
  return hashFiles([
    own,
    ...filesIn('docs', true)
      .filter((file) => file.endsWith('.md'))
      .sort(),
  ]);
}

export function sourceHash() {
  const below = SOURCE_FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    filesIn(folder, true),
  );
  const top = filesIn('.', false).filter((file) => /\.(?:ts|mjs|json)$/.test(file));
  return hashFiles([...below, ...top].filter((file) => !NOT_BUILT.test(file)).sort());
}

/**
 * @param {string} folder
 * @param {boolean} recursive
 */
function filesIn(folder, recursive) {
  return readdirSync(folder, { recursive, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @param {readonly string[]} files */
function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
