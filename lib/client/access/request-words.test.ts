import { expect, it } from 'vitest';
import { durationChoices, durationText, usualDuration } from './request-words.ts';

it.each([
  ['60s', '1 minute'],
  ['7200s', '2 hours'],
  ['129600s', '1 day 12 hours'],
  ['90s', '1 minute 30 seconds'],
])('says %s as %s', (duration, text) => {
  expect(durationText(duration)).toBe(text);
});

it('offers the usual times up to the longest, and proposes an hour at most', () => {
  expect(durationChoices('7200s').map(({ id }) => id)).toEqual(['900s', '3600s', '7200s']);
  expect(usualDuration('7200s')).toBe('3600s');
  expect(durationChoices('600s').map(({ id }) => id)).toEqual(['600s']);
  expect(usualDuration('600s')).toBe('600s');
  expect(usualDuration('31536000s')).toBe('3600s');
});
