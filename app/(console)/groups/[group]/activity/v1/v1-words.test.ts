import { expect, it } from 'vitest';
import { endOfV1Text } from './v1-words.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');

it.each<[given: object, text: string]>([
  [{}, ''],
  [{ offered: false, sunsetTime: '2027-06-30T00:00:00.000Z' }, 'v1 is switched off.'],
  [{ sunsetTime: '2027-06-30T00:00:00.000Z' }, 'v1 ends on June 30, 2027.'],
  [{ sunsetTime: '2026-06-30T00:00:00.000Z' }, 'v1 was to end on June 30, 2026.'],
  [{ deprecationTime: '2026-06-30T00:00:00.000Z' }, 'v1 is deprecated since June 30, 2026.'],
  [{ deprecationTime: '2027-06-30T00:00:00.000Z' }, 'v1 will be deprecated on June 30, 2027.'],
])('says when it ends: %j', (given, text) => {
  const answer = { groupUid: 'a', truncated: false, offered: true, ...given };
  expect(endOfV1Text(answer, NOW)).toBe(text);
});
