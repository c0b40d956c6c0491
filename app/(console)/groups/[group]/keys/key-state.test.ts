import { expect, it } from 'vitest';
import { keyState } from './key-state.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const at = (day: number) => new Date(day * DAY_MS).toISOString();

it.each([
  [365, 0, 'active'],
  [365, 350, 'active'],
  [365, 351, 'ending'],
  [365, 364.9, 'ending'],
  [365, 365, 'expired'],
  [30, 20, 'active'],
  [30, 24, 'ending'],
  [1, 0.5, 'active'],
  [1, 0.9, 'ending'],
])('a key for %d days is on day %d %s', (days, day, state) => {
  expect(keyState({ createTime: at(0), expirationTime: at(days) }, day * DAY_MS)).toBe(state);
});
