/**
 * The order of SemVer 2.0.0, in which the build does not count. The package `semver` refuses numbers above
 * 2^53 and texts of more than 256 characters, which anyone may write, and versions without all three numbers.
 *
 * @see https://semver.org/#spec-item-11
 */
import { compareNumbers, compareParts, compareTexts } from './order.ts';

const VERSION =
  /^v?(\d+(?:\.\d+){0,2})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]*)?$/;

/** Null for text that is not such a version. */
export const compareSemver = (a: string, b: string): number | null => compareAs(VERSION, a, b);

/** @param pattern of versions: their numbers, then their labels, each parted by dots. */
export function compareAs(pattern: RegExp, a: string, b: string): number | null {
  const [left, right] = [partsOf(pattern, a), partsOf(pattern, b)];
  if (left === null || right === null) return null;
  const order = compareParts(left.numbers, right.numbers, (one = '0', other = '0') =>
    compareNumbers(one, other),
  );
  return order || compareLabels(left.labels, right.labels);
}

function partsOf(pattern: RegExp, version: string) {
  const [, numbers, labels] = pattern.exec(version) ?? [];
  return numbers === undefined
    ? null
    : { numbers: numbers.split('.'), labels: labels?.split('.') ?? [] };
}

/** A version without labels is above those that have some. */
function compareLabels(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return right.length - left.length;
  return compareParts(left, right, compareLabel);
}

const isNumber = (label: string) => /^\d+$/.test(label);

/** A missing label is below all others, and a number below a word. */
function compareLabel(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  return isNumber(a) ? compareNumbers(a, b) : compareTexts(a, b);
}
