/** The tags in the heads of test files: `// @module-tag http`. Each adds a project for its file, moves it, or keeps it out of one. */
import { globSync, readFileSync } from 'node:fs';
import { fail } from '../lib/report.mjs';

const FILES = ['{app,cli,components,e2e/api,lib,prisma,scripts}/**/*.test.{ts,tsx}', '*.test.ts'];
/** As Vitest reads it. */
const TAG = /(?:\/\/|\*)\s*@module-tag\s+([\w\-/]+)/g;

/** What each tag says of its file. */
export const TAGS = /** @type {const} */ ({
  alone: 'needs a process of its own',
  http: 'tests HTTP itself, files or sign-in: not over gRPC',
  'many-runs':
    'kills a process, is random, or leaves cases to the long tests: `TEST_RUNS` multiplies its runs',
  next: 'tests what every host has to conform to, as far as clients see it over HTTP',
  'next-long': 'tests more of that, in the long tests',
  pages: 'needs the pages',
  sqlite: 'tests the SQLite file: its backups, their alerts, and the threads that read it',
  v1: 'tests access, which v1 must hold to as well',
});

/** @typedef {keyof typeof TAGS} Tag */

/** @type {Map<string, string[]>} */
const files = new Map(Object.keys(TAGS).map((tag) => [tag, []]));
for (const file of globSync(FILES).sort()) {
  for (const [, tag = ''] of readFileSync(file, 'utf8').matchAll(TAG)) {
    const tagged = files.get(tag);
    if (tagged === undefined) fail(`${file} has the tag ${tag}, which scripts/test/tags.mjs lacks`);
    tagged.push(file);
  }
}

/**
 * @param {Tag} tag
 * @returns {string[]} patterns of the files that have it
 */
export const tagged = (tag) => (files.get(tag) ?? []).map(escaped);

/** Names of routes have brackets, which would be patterns. @param {string} path */
const escaped = (path) => path.replaceAll(/[()[\]{}!*?]/g, String.raw`\$&`);
