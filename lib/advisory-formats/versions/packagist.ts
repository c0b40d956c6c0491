/**
 * The order of PHP packages, which is that of PHP's `version_compare`.
 *
 * @see https://www.php.net/manual/en/function.version-compare.php
 */
import { compareNumbers, compareParts } from './order.ts';

/** From the lowest. A word that is none of them is below them all, and a number is `#`. */
const WORDS = ['dev', 'alpha', 'beta', 'RC', '#', 'pl'];
const SAME: Readonly<Record<string, string>> = {
  a: 'alpha',
  b: 'beta',
  c: 'RC',
  rc: 'RC',
  p: 'pl',
  patch: 'pl',
};

const isNumber = (part: string) => /^\d/.test(part);

function rankOf(part: string): number {
  if (isNumber(part)) return WORDS.indexOf('#');
  return WORDS.indexOf(SAME[part] ?? part);
}

/** Composer compares that many numbers. */
const NUMBERS = 4;

/** Composer ignores a `v` before the version, the build, and the case of words. */
function partsOf(version: string): string[] {
  const text = version.toLowerCase().replace(/^v(?=\d)/, '');
  const [numbers = ''] = /^\d*(?:\.\d+)*/.exec(text) ?? [];
  const [words = ''] = text.slice(numbers.length).split('+', 1);
  const filled = numbers.split('.').filter((number) => number !== '');
  while (filled.length < NUMBERS) filled.push('0');
  return [...filled, ...(words.match(/\d+|[a-z]+/g) ?? [])];
}

export const comparePackagist = (a: string, b: string): number =>
  compareParts(partsOf(a), partsOf(b), comparePart);

/** A missing part is below a number, and below or above a word as a number is. */
function comparePart(a: string | undefined, b: string | undefined): number {
  if (a !== undefined && b !== undefined) {
    return isNumber(a) && isNumber(b) ? compareNumbers(a, b) : rankOf(a) - rankOf(b);
  }
  if (a === undefined) return -comparePart(b, a);
  return isNumber(a) ? 1 : rankOf(a) - WORDS.indexOf('#');
}
