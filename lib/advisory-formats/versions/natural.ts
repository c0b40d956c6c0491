/**
 * An order for versions of an unknown scheme: numbers by value, words before numbers, and behind a number
 * the letters of OpenSSL, in which 1.1.1l is above 1.1.1.
 */
import { compareNumbers, compareParts, compareTexts } from './order.ts';

/** One or two letters that end what they are in; or a number; or a word. */
const PART = /(?<=\d)(?!rc|cr)([a-z]{1,2})(?![a-z\d])|\d+|[a-z]+/gi;

interface Part {
  rank: number;
  text: string;
}

const WORD = 0;
const ZERO: Part = { rank: 1, text: '' };
const PATCH = 2;
const NUMBER = 3;

function partsOf(version: string): Part[] {
  return [...version.matchAll(PART)].map(([text, patch]) => {
    if (patch !== undefined) return { rank: PATCH, text };
    if (!/^\d/.test(text)) return { rank: WORD, text };
    return /^0+$/.test(text) ? ZERO : { rank: NUMBER, text };
  });
}

/** A missing part counts as 0, which is above any word. */
export const compareNatural = (a: string, b: string): number =>
  compareParts(partsOf(a), partsOf(b), (one = ZERO, other = ZERO) => {
    if (one.rank !== other.rank) return one.rank - other.rank;
    return one.rank === NUMBER
      ? compareNumbers(one.text, other.text)
      : compareTexts(one.text, other.text);
  });
