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

/** Composer compares that many numbers, but of dates as many as there are. */
const NUMBERS = 4;
const LONGEST_NUMBER = 5;

const STABILITY =
  /[._-]?(?:(stable|beta|b|rc|alpha|a|patch|pl|p)((?:[.-]?\d+(?:[.-]\d+)*)?))?([.-]?dev)?/.source;
const VERSION = new RegExp(`^v?(\\d{1,${LONGEST_NUMBER}}(?:\\.\\d+){0,3})${STABILITY}$`);
const DATE = new RegExp(`^v?(\\d{4}(?:[.:-]?\\d{2}){1,6}(?:[.:-]?\\d{1,3})?)${STABILITY}$`);
const filledUp = (numbers: readonly string[], missing = '0'): string[] => [
  ...numbers,
  ...Array<string>(NUMBERS - numbers.length).fill(missing),
];

/** A branch with numbers is above all of their versions. */
const BRANCH = /^v?(\d+(?:\.(?:\d+|[x*])){0,3})[.-]?dev$/;
const ABOVE_ALL = '9999999';

/** Ignores a `v` before the version, the build, and the case of words. Null for text that is not a version. */
function partsOf(version: string): string[] | null {
  const [text = ''] = version.toLowerCase().split('+', 1);
  const found = VERSION.exec(text);
  const [, numbers = '', word = '', behind = '', dev] = found ?? DATE.exec(text) ?? [];
  if (numbers === '') return branchPartsOf(text);
  const given = numbers.split(/\D/);
  const filled = found === null ? given : filledUp(given);
  if (word === 'stable') return filled;
  const words = word === '' ? [] : [word, ...(behind.match(/\d+/g) ?? [])];
  return [...filled, ...words, ...(dev === undefined ? [] : ['dev'])];
}

function branchPartsOf(text: string): string[] | null {
  const [, numbers] = BRANCH.exec(text) ?? [];
  if (numbers === undefined) return null;
  const known = numbers.split('.').map((number) => (/^\d/.test(number) ? number : ABOVE_ALL));
  return [...filledUp(known, ABOVE_ALL), 'dev'];
}

/** Null for text that is not such a version. */
export function comparePackagist(a: string, b: string): number | null {
  const [left, right] = [partsOf(a), partsOf(b)];
  return left === null || right === null ? null : compareParts(left, right, comparePart);
}

/** A missing part is below a number, and below or above a word as a number is. */
function comparePart(a: string | undefined, b: string | undefined): number {
  if (a !== undefined && b !== undefined) {
    return isNumber(a) && isNumber(b) ? compareNumbers(a, b) : rankOf(a) - rankOf(b);
  }
  if (a === undefined) return -comparePart(b, a);
  return isNumber(a) ? 1 : rankOf(a) - WORDS.indexOf('#');
}
