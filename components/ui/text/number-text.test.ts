import { expect, it } from 'vitest';
import { numberText } from './number-text.ts';

it.each([0, 7, 999, 1_000, 65_536, 1_000_000, 1_234_567_890])('writes %j as Intl does', (count) => {
  expect(numberText(count)).toBe(new Intl.NumberFormat('en').format(count));
});
