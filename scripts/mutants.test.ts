import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Mutant {
  name: string;
  file: string;
  find: string;
  tests: string[];
}

const mutants = JSON.parse(readFileSync('scripts/mutants.json', 'utf8')) as Mutant[];

it.each(mutants)('$name finds its text once, and its tests are there', ({ file, find, tests }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
  expect(tests.filter((path) => !existsSync(path))).toEqual([]);
});
