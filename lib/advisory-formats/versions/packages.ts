/**
 * The orders of deb and rpm versions: `epoch:version-revision`.
 *
 * @see https://www.debian.org/doc/debian-policy/ch-controlfields.html#version
 * @see https://rpm-software-management.github.io/rpm/manual/dependencies.html#versioning
 */
import { compareNumbers, compareParts, compareTexts } from './order.ts';

type Compare = (a: string, b: string) => number;

const DEBIAN = /^(?:\d+:)?[\dA-Za-z.+~:-]+$/;

/** Null for text that is not such a version. */
export const compareDebian = (a: string, b: string): number | null =>
  [a, b].every((text) => DEBIAN.test(text) && isWhole(split(text)))
    ? comparePackages(a, b, compareDebianPart)
    : null;

/** Null for text that is not such a version. */
export const compareRpm = (a: string, b: string): number | null =>
  [a, b].every((text) => split(text).version !== '') ? comparePackages(a, b, compareRpmPart) : null;

/** A dash has something at both sides. */
const isWhole = ({ version, revision }: Split) => version !== '' && revision !== '';

function comparePackages(a: string, b: string, compare: Compare): number {
  const [left, right] = [split(a), split(b)];
  return (
    compareNumbers(left.epoch, right.epoch) ||
    compare(left.version, right.version) ||
    compare(left.revision ?? '', right.revision ?? '')
  );
}

type Split = ReturnType<typeof split>;

function split(text: string) {
  const [, epoch = '0', rest = ''] = /^(?:(\d+):)?(.*)$/s.exec(text) ?? [];
  const dash = rest.lastIndexOf('-');
  if (dash < 0) return { epoch, version: rest };
  return { epoch, version: rest.slice(0, dash), revision: rest.slice(dash + 1) };
}

/** A tilde sorts before the end, the end before letters, and letters before all others. */
function weight(character: string | undefined): number {
  if (character === '~') return -1;
  if (character === undefined) return 0;
  const code = character.codePointAt(0) ?? 0;
  return /[A-Za-z]/.test(character) ? code : code + 0x110000;
}

const compareDebianPart: Compare = (a, b) =>
  compareParts(runsOf(a), runsOf(b), (one, other) => {
    const order = compareParts([...(one?.word ?? '')], [...(other?.word ?? '')], compareWeights);
    return order || compareNumbers(one?.number || '0', other?.number || '0');
  });

/** Text without digits, and the number after it. */
const runsOf = (text: string) =>
  [...text.matchAll(/(\D*)(\d*)/g)].map(([, word = '', number = '']) => ({ word, number }));

const compareWeights = (a: string | undefined, b: string | undefined) => weight(a) - weight(b);

const compareRpmPart: Compare = (a, b) =>
  compareParts(segmentsOf(a), segmentsOf(b), compareSegments);

const segmentsOf = (text: string): string[] => text.match(/\d+|[A-Za-z]+|[~^]/g) ?? [];

/** A tilde sorts before the end and a caret after it. Numbers are above letters. */
function compareSegments(a: string | undefined, b: string | undefined): number {
  const [left, right] = [rpmRank(a), rpmRank(b)];
  if (left !== right || a === undefined || b === undefined) return left - right;
  if (left === RPM_NUMBER) return compareNumbers(a, b);
  return compareTexts(a, b);
}

const RPM_NUMBER = 4;

function rpmRank(segment: string | undefined): number {
  if (segment === '~') return 0;
  if (segment === undefined) return 1;
  if (segment === '^') return 2;
  return /\d/.test(segment) ? RPM_NUMBER : 3;
}
