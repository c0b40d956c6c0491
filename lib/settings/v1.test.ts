import { expect, it } from 'vitest';
import { settingsOf } from './declared.ts';
import { readV1 } from './v1.ts';

it('offers v1 without an end, unless the environment says otherwise', () => {
  expect(readV1(settingsOf({}, '/'))).toEqual({ isOffered: true, maxItems: 1_000_000 });
  expect(readV1(settingsOf({ GROVE_V1: 'off', GROVE_V1_MAX_ITEMS: '5' }, '/'))).toEqual({
    isOffered: false,
    maxItems: 5,
  });
});

it('reads days and times', () => {
  const env = { GROVE_V1_DEPRECATION: '2027-01-01', GROVE_V1_SUNSET: '2027-06-30T12:30:00Z' };
  expect(readV1(settingsOf(env, '/'))).toMatchObject({
    deprecation: new Date('2027-01-01T00:00:00Z'),
    sunset: new Date('2027-06-30T12:30:00Z'),
  });
});

it.each([
  [{ GROVE_V1: 'no' }, 'GROVE_V1 must be on or off, not "no"'],
  [{ GROVE_V1_MAX_ITEMS: '0' }, 'GROVE_V1_MAX_ITEMS must be a whole number from 1 on'],
  [{ GROVE_V1_SUNSET: 'soon' }, 'GROVE_V1_SUNSET must be a date or a time in UTC'],
  [{ GROVE_V1_SUNSET: '2027-02-30' }, 'GROVE_V1_SUNSET must be a date or a time in UTC'],
  [
    { GROVE_V1_DEPRECATION: '2027-01-02', GROVE_V1_SUNSET: '2027-01-01' },
    'GROVE_V1_SUNSET must not be before GROVE_V1_DEPRECATION',
  ],
])('refuses %j', (env, message) => {
  expect(() => readV1(settingsOf(env, '/'))).toThrow(message);
});
