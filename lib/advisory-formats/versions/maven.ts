/**
 * The order of Maven versions.
 *
 * @see https://maven.apache.org/pom.html#version-order-specification
 */
import { compareNumbers, compareParts, compareTexts } from './order.ts';

interface Token {
  separator: '.' | '-';
  text: string;
}

const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const SAME: Readonly<Record<string, string>> = { cr: 'rc', final: '', ga: '', release: '' };
const SHORT: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' };

const isNumber = ({ text }: Token) => /^\d+$/.test(text);
const isNull = (token: Token) => /^0*$/.test(token.text);

export const compareMaven = (a: string, b: string): number =>
  compareParts(trimmed(tokensOf(a)), trimmed(tokensOf(b)), (one, other) =>
    compareTokens(one ?? nothingLike(other), other ?? nothingLike(one)),
  );

const nothingLike = (token: Token | undefined): Token =>
  token === undefined || !isNumber(token)
    ? { separator: '-', text: '' }
    : { separator: token.separator, text: '0' };

/** A change between digits and letters separates like a hyphen. */
function tokensOf(version: string): Token[] {
  const text = version
    .toLowerCase()
    .replace(/(\d)(?=[a-z])/g, '$1-')
    .replace(/([a-z])(?=\d)/g, '$1\0');
  const separators = ['.', ...(text.match(/[.\-_\0]/g) ?? [])];
  return text.split(/[.\-_\0]/).map((piece, at) => {
    // `a`, `b` and `m` are abbreviations if a number follows directly.
    const long = separators[at + 1] === '\0' ? SHORT[piece] : undefined;
    const word = long ?? SAME[piece] ?? (piece === '' ? '0' : piece);
    return { separator: separators[at] === '.' ? '.' : '-', text: word };
  });
}

/** Removes null values at the end and before each hyphen. */
function trimmed(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const token of tokens.toReversed()) {
    const follows = kept.at(-1);
    const isLastOfGroup = follows === undefined || follows.separator === '-';
    if (!(isNull(token) && isLastOfGroup)) kept.push(token);
  }
  return kept.toReversed();
}

function compareTokens(a: Token, b: Token): number {
  const order = rankOf(a) - rankOf(b);
  if (order !== 0) return order;
  if (isNumber(a)) return compareNumbers(a.text, b.text);
  return qualifierRank(a.text) - qualifierRank(b.text) || compareTexts(a.text, b.text);
}

/** Words, then numbers behind a hyphen, then numbers behind a dot. */
function rankOf(token: Token): number {
  if (!isNumber(token)) return 0;
  return token.separator === '-' ? 1 : 2;
}

function qualifierRank(text: string): number {
  const rank = QUALIFIERS.indexOf(text);
  return rank < 0 ? QUALIFIERS.length : rank;
}
