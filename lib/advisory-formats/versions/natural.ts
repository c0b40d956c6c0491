/** An order for versions of an unknown scheme: numbers by value, words before numbers. */
import { compareNumbers, compareParts, compareTexts } from './order.ts';

const partsOf = (text: string): string[] => text.match(/\d+|[A-Za-z]+/g) ?? [];
const isNumber = (part: string) => /^\d/.test(part);

/** As in RubyGems, a missing part counts as 0, which is above any word. */
export const compareNatural = (a: string, b: string): number =>
  compareParts(partsOf(a), partsOf(b), (one = '0', other = '0') => {
    if (isNumber(one) !== isNumber(other)) return isNumber(one) ? 1 : -1;
    return isNumber(one) ? compareNumbers(one, other) : compareTexts(one, other);
  });
