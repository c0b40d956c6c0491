/**
 * The order of RubyGems.
 *
 * @see https://docs.ruby-lang.org/en/master/Gem/Version.html
 */
import { compareNumbers, compareParts, compareTexts } from './order.ts';

const VERSION = /^\d+(?:\.[0-9A-Za-z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** Null for text that is not such a version. */
export function compareRubyGems(a: string, b: string): number | null {
  if (!VERSION.test(a) || !VERSION.test(b)) return null;
  return compareParts(segmentsOf(a), segmentsOf(b), compareSegment);
}

const isNumber = (segment: string) => /^\d/.test(segment);

/** A dash begins a version before the release. Zeros before the first word and at the end do not count. */
function segmentsOf(version: string): string[] {
  const all = version.replaceAll('-', '.pre.').match(/\d+|[A-Za-z]+/g) ?? [];
  const word = all.findIndex((segment) => !isNumber(segment));
  const numbers = word < 0 ? all : all.slice(0, word);
  return [...withoutZeros(numbers), ...withoutZeros(all.slice(numbers.length))];
}

const withoutZeros = (segments: readonly string[]): string[] =>
  segments.slice(0, segments.findLastIndex((segment) => !/^0+$/.test(segment)) + 1);

/** A missing segment counts as 0, which is above any word. */
function compareSegment(a = '0', b = '0'): number {
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? 1 : -1;
  return isNumber(a) ? compareNumbers(a, b) : compareTexts(a, b);
}
