/**
 * The order of Conan: 1.1.1l is above 1.1.1, and 1.0.2zf above 1.0.2z.
 *
 * @see https://docs.conan.io/2/tutorial/versioning/version_ranges.html
 */
import { compareNumbers, compareParts, compareTexts } from './order.ts';

export function compareConan(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  const main = compareItems(left.main, right.main);
  // A version with something behind a dash is before the one without.
  if (main !== 0) return main;
  if ((left.before === null) !== (right.before === null)) return left.before === null ? 1 : -1;
  return compareItems(left.before ?? [], right.before ?? []) || compareBuilds(left, right);
}

/** Without a build is below any build. */
function compareBuilds({ build: a }: Parts, { build: b }: Parts): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareItems(a, b);
}

interface Parts {
  main: string[];
  before: string[] | null;
  build: string[] | null;
}

function partsOf(version: string): Parts {
  const plus = version.lastIndexOf('+');
  const [rest, build] =
    plus < 0 ? [version, null] : [version.slice(0, plus), itemsOf(version.slice(plus + 1))];
  const dash = rest.indexOf('-');
  if (dash < 0) return { main: itemsOf(rest), before: null, build };
  return { main: itemsOf(rest.slice(0, dash)), before: itemsOf(rest.slice(dash + 1)), build };
}

/** Zeros at the end do not count. */
function itemsOf(text: string): string[] {
  const items = text.split('.');
  return items.slice(0, items.findLastIndex((item) => !/^0+$/.test(item)) + 1);
}

const isNumber = (item: string) => /^\d+$/.test(item);
const withoutZeros = (number: string) => number.replace(/^0+(?=\d)/, '');

/** A number and a text are compared as texts. */
const compareItems = (left: readonly string[], right: readonly string[]): number =>
  compareParts(left, right, (a, b) => {
    if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
    if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
    return compareTexts(isNumber(a) ? withoutZeros(a) : a, isNumber(b) ? withoutZeros(b) : b);
  });
