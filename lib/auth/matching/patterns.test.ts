import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { matchesWhole } from './patterns.ts';

const PARTS = [
  [
    'a',
    'b',
    'ab',
    '\u{1f600}',
    'é',
    '/',
    ':',
    '-',
    '\\.',
    '\\/',
    '\\d',
    '\\Qa.\\E',
    '\\Q\\E',
    '\\x61',
  ],
  ['.', '[ab]', '(a)', '(?:a|b)', '(?i)', '(?i:a)', '*', '+', '?', '{2}', '{0,1}', '{', '}'],
  ['|', '(', ')', '(a|b)', '^', '$', '\\b', '\\pL', '\n'],
].flat();
const part = fc.constantFrom(...PARTS);
const text = fc
  .array(fc.constantFrom('a', 'b', 'A', 'aa', '\u{1f600}', '.', '/', ':', '-', '1', '{', '\n'))
  .map((parts) => parts.join(''));

it('matches what RE2 matches, whatever the pattern begins with', () => {
  let matched = 0;
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 5 }),
      fc.array(text, { maxLength: 5 }),
      (parts, texts) => {
        const pattern = parts.join('');
        const expected = (one: string) => {
          try {
            return RE2JS.compile(pattern).matches(one);
          } catch {
            return false;
          }
        };
        for (const one of ['', pattern, ...texts]) {
          matched += expected(one) ? 1 : 0;
          expect(matchesWhole(pattern, one), `${pattern} ${one}`).toBe(expected(one));
        }
      },
    ),
    {
      numRuns: 500,
      examples: [
        [['a', '(?i)', '*'], []],
        [['a', '+', '(?i)', '*'], []],
        [['a', '\\Q\\E', '?'], []],
      ],
    },
  );
  expect(matched).toBeGreaterThan(20);
});
