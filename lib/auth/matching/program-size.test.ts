import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { programSize } from './program-size.ts';

const atom = fc.constantFrom('a', '.', '[a-c]', '[^]x]', '\\d', '\\.', '\\Qa.b\\E', '\\x{61}', '^');
const after = fc.constantFrom('', '', '*', '+', '?', '{3}', '{0,4}', '{2,}', '{2,5}', '*?');
const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  part: fc
    .tuple(
      fc.oneof(
        { depthSize: 'small' },
        atom,
        tie('pattern').map((inner) => `(${inner})`),
        tie('pattern').map((inner) => `(?:${inner})`),
        tie('pattern').map((inner) => `(?P<n>${inner})`),
      ),
      after,
    )
    .map(([part, times]) => part + (part === '^' ? '' : times)),
  pattern: fc
    .array(fc.oneof(tie('part'), fc.constant('|')), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('')),
}));

/** Null where it does not compile. */
function compiledSize(text: string): number | null {
  try {
    return RE2JS.compile(text).programSize();
  } catch {
    return null;
  }
}

it('is never less than what a pattern compiles to', () => {
  let compiled = 0;
  fc.assert(
    fc.property(pattern, (text) => {
      if (programSize(text) > 5_000) return;
      const size = compiledSize(text);
      if (size === null) return;
      compiled += 1;
      expect(programSize(text)).toBeGreaterThanOrEqual(size);
    }),
    { numRuns: 1_000 },
  );
  expect(compiled).toBeGreaterThan(500);
});

it.each([
  ['repo:acme/[\\w.-]{1,100}:ref:refs/(?:heads|tags)/(?:main|release/.+|v\\d+)'],
  ['a{1000}'],
  ['(?:a{0,10}){0,10}'],
  ['(?i)[a-z]+@example\\.com'],
])('is near what %s compiles to', (text) => {
  const size = compiledSize(text) ?? Number.NaN;
  expect(programSize(text)).toBeGreaterThanOrEqual(size);
  expect(programSize(text)).toBeLessThan(size * 1.3);
});

it.each([
  ['many repetitions', 'a{1000}'.repeat(146)],
  ['nested repetitions', '((a{100}){100}){100}'],
  ['nested repetitions without an end', '(?:(?:a{0,99}){0,99}){9'],
  ['many classes of Unicode', '\\pL'.repeat(300)],
])('is large for %s', (_, text) => {
  expect(programSize(text)).toBeGreaterThan(5_000);
});
