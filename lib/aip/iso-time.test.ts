import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isoTime } from './iso-time.ts';

it('writes any time as toISOString does', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (time) => {
      expect(isoTime(time)).toBe(time.toISOString());
    }),
  );
  const near = fc.integer({ min: Date.UTC(1969, 0), max: Date.UTC(2100, 0) });
  fc.assert(
    fc.property(near, (ms) => {
      expect(isoTime(new Date(ms))).toBe(new Date(ms).toISOString());
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  '1970-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '2024-02-29T23:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T00:00:00.000Z',
])('writes %s, at an edge', (text) => {
  expect(isoTime(new Date(text))).toBe(text);
});

it('refuses a time that is none, as toISOString does', () => {
  expect(() => isoTime(new Date(Number.NaN))).toThrow(RangeError);
});
