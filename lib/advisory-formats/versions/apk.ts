/**
 * The order of apk versions: `1.2.3a_rc1-r4`.
 *
 * @see https://gitlab.alpinelinux.org/alpine/apk-tools/-/blob/master/src/version.c
 */
import { compareNumbers, compareParts, compareTexts } from './order.ts';

/** The suffixes before a release, from the lowest, and those after it. */
const BEFORE = ['alpha', 'beta', 'pre', 'rc'];
const AFTER = ['cvs', 'svn', 'git', 'hg', 'p'];
const SUFFIXES = [...BEFORE, ...AFTER];

/** The kinds of parts. If two versions differ in kind, the earlier kind in this list is higher. */
const KINDS = ['digit', 'letter', 'suffix', 'commit', 'revision', 'end'] as const;

interface Part {
  kind: (typeof KINDS)[number];
  text: string;
  isFirst: boolean;
}

const PARTS =
  /^(\d+(?:\.\d+)*)([a-z])?((?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)\d*)*)(?:~([0-9a-f]+))?(?:-r(\d+))?$/;

/** Null for text that is not an apk version. */
export function compareApk(a: string, b: string): number | null {
  const [left, right] = [partsOf(a), partsOf(b)];
  if (left === null || right === null) return null;
  return compareParts(left, right, (one = END, other = END) => comparePart(one, other));
}

const END: Part = { kind: 'end', text: '', isFirst: false };

function partsOf(version: string): Part[] | null {
  const match = PARTS.exec(version);
  if (match === null) return null;
  const [, digits = '', letter = '', suffixes = '', commit = '', revision = ''] = match;
  const part = (kind: Part['kind'], text: string, isFirst = false): Part => ({
    kind,
    text,
    isFirst,
  });
  return [
    ...digits.split('.').map((text, at) => part('digit', text, at === 0)),
    ...(letter === '' ? [] : [part('letter', letter)]),
    ...suffixes
      .split('_')
      .slice(1)
      .map((text) => part('suffix', text)),
    ...(commit === '' ? [] : [part('commit', commit)]),
    ...(revision === '' ? [] : [part('revision', revision)]),
  ];
}

const isBefore = ({ kind, text }: Part) =>
  kind === 'suffix' && BEFORE.includes(text.replace(/\d+$/, ''));

function comparePart(a: Part, b: Part): number {
  if (a.kind !== b.kind) {
    if (isBefore(a)) return -1;
    if (isBefore(b)) return 1;
    return KINDS.indexOf(b.kind) - KINDS.indexOf(a.kind);
  }
  if (a.kind === 'suffix') return compareSuffix(a.text, b.text);
  // As in decimals, 1.05 is below 1.1.
  const isDecimal = a.kind === 'digit' && !a.isFirst && (a.text[0] === '0' || b.text[0] === '0');
  if (isDecimal || a.kind === 'letter' || a.kind === 'commit') return compareTexts(a.text, b.text);
  return compareNumbers(a.text, b.text);
}

function compareSuffix(a: string, b: string): number {
  const rank = (text: string) => SUFFIXES.indexOf(text.replace(/\d+$/, ''));
  const number = (text: string) => /\d*$/.exec(text)?.[0] || '0';
  return rank(a) - rank(b) || compareNumbers(number(a), number(b));
}
