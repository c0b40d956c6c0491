import fc from 'fast-check';
import { RE2JS } from 're2js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { matchesWhole, patternProblem } from './patterns.ts';
import { Steps } from './in-parts.ts';

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

afterEach(() => vi.restoreAllMocks());

const compilations = () => vi.spyOn(RE2JS, 'compile');

describe('the bounds of a pattern', () => {
  const tooLarge = 'must compile to at most 500 instructions';

  it.each(['a{1000}'.repeat(146), '((a{100}){100}){100}', 'a{600}', '(?i)\\pL'.repeat(20)])(
    'is refused before it is compiled if it is too large',
    (pattern) => {
      const compile = compilations();
      expect(patternProblem(pattern)).toBe(tooLarge);
      expect(matchesWhole('a{1000}'.repeat(146), 'a')).toBe(false);
      expect(compile).not.toHaveBeenCalled();
    },
  );

  it('of an earlier version matches texts that are short enough', () => {
    expect(patternProblem('(?:x?){900}')).toBe(tooLarge);
    expect(matchesWhole('(?:x?){900}', 'x'.repeat(60))).toBe(true);
    expect(matchesWhole('(?:x?){900}', 'x'.repeat(256))).toBe(false);
  });

  it('spends steps by size and text, whether or not it is compiled already', () => {
    const left = new Steps(1_000);
    const spent = Array.from({ length: 100 }, () => matchesWhole('a+b', 'aab', left));
    expect(spent.filter(Boolean).length).toBe(spent.indexOf(false));
    const again = new Steps(1_000);
    expect(spent).toEqual(spent.map(() => matchesWhole('a+b', 'aab', again)));
    expect(spent).toContain(true);
    expect(matchesWhole('xyz', 'aab', left)).toBe(false);
    expect(left.take(1)).toBe(again.take(1));
  });

  it('is compiled again before it remembers too much', () => {
    const compile = compilations();
    const pattern = '(?:a|b)*c(?:a|b){200}d{100}';
    const text = 'ab'.repeat(50);
    const match = (times: number) => {
      for (let nth = 0; nth < times; nth += 1) matchesWhole(pattern, text);
      return compile.mock.calls.length;
    };
    expect(match(2)).toBe(1);
    expect(match(20)).toBeGreaterThan(2);
    expect(match(0)).toBeLessThan(22);
  });
});
