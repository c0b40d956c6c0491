/** Whether random versions come in the order in which the programs of their ecosystems have them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomly, runs } from '../../../e2e/support/random.ts';
import { compareVersions, isComparable } from './compare.ts';
import { installedPrograms } from './test-programs.ts';
import { pairsOf } from './test-versions.ts';

it.each(installedPrograms())('sorts as the program of $ecosystem does', ({ ecosystem, ask }) => {
  const pairs = fc.sample(pairsOf(ecosystem), randomly<[string, string]>(300));
  const answers = ask(pairs);
  expect(answers.length).toBe(runs(300));
  const refused = answers.filter((one) => one === null).length;
  expect(refused).toBeLessThan(pairs.length / 3);
  const wrong = pairs.flatMap(([a, b], at) => {
    // In OSV, 0 is below every version.
    if (a === '0' || b === '0') return [];
    const known = isComparable(ecosystem, a) && isComparable(ecosystem, b);
    const own = known ? Math.sign(compareVersions(ecosystem, a, b)) : null;
    return own === answers[at] ? [] : [{ a, b, own, program: answers[at] }];
  });
  expect(wrong).toEqual([]);
});
