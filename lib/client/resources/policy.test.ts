import { expect, it } from 'vitest';
import { lengthText } from './policy.ts';

it.each([
  ['43200s', '12 hours'],
  ['86400s', '1 day'],
  ['2592000s', '30 days'],
  ['900s', '15 minutes'],
  ['5400s', '90 minutes'],
  ['61s', '61 seconds'],
])('says %s as %s', (duration, text) => {
  expect(lengthText(duration)).toBe(text);
});
