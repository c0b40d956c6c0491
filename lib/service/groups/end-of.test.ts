import { expect, it } from 'vitest';
import { endOf } from './end-of.ts';

const at = (minute: number | null) => (minute === null ? null : new Date(minute * 60_000));
const from = (start: number | null, end: number | null) => ({
  startTime: at(start),
  expirationTime: at(end),
});

it.each([
  { why: 'nothing grants it', giving: [], coming: [from(5, 9)], end: null },
  { why: 'one has no end', giving: [from(null, 5), from(null, null)], coming: [], end: null },
  { why: 'the last one ends', giving: [from(null, 5), from(2, 7)], coming: [], end: 7 },
  { why: 'the next begins at that second', giving: [from(0, 5)], coming: [from(5, 9)], end: 9 },
  { why: 'the next begins later', giving: [from(0, 5)], coming: [from(6, 9)], end: 5 },
  {
    why: 'each leads to the next',
    giving: [from(0, 5)],
    coming: [from(2, 3), from(4, 8), from(7, 12), from(13, 20)],
    end: 12,
  },
  { why: 'the next has no end', giving: [from(0, 5)], coming: [from(4, null)], end: null },
])('ends where $why', ({ giving, coming, end }) => {
  expect(endOf(giving, coming)).toEqual(at(end));
});
