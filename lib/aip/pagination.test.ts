import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, parseCount, parsePageSize } from './pagination.ts';

const WRONG = ['', ' ', '-1', '+1', '1.0', '1e2', '0x10', ' 1', '1 ', 'ten', 'NaN', '١'];

describe('parsePageSize', () => {
  it('reads every number as the contract says', () => {
    expect(parsePageSize(undefined)).toBe(DEFAULT_PAGE_SIZE);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 400n }), (n) => {
        const expected = n === 0n ? DEFAULT_PAGE_SIZE : Number(n > 200n ? 200n : n);
        expect(parsePageSize(String(n))).toBe(expected);
      }),
    );
    expect([parsePageSize('0'), parsePageSize('000'), parsePageSize('007')]).toEqual([50, 50, 7]);
    expect([parsePageSize('200'), parsePageSize('201')]).toEqual([MAX_PAGE_SIZE, MAX_PAGE_SIZE]);
  });

  it.each(WRONG)('refuses %j', (text) => {
    expect(() => parsePageSize(text)).toThrow('Invalid argument: page_size: must be');
  });
});

describe('parseCount', () => {
  it('reads what SQLite can skip', () => {
    expect([parseCount('0', 'skip'), parseCount('12', 'skip')]).toEqual([0, 12]);
    for (const many of ['9'.repeat(16), '9'.repeat(400)]) {
      expect(parseCount(many, 'skip')).toBe(10 ** 15);
    }
  });

  it.each(WRONG)('refuses %j', (text) => {
    expect(() => parseCount(text, 'skip')).toThrow('Invalid argument: skip: must be');
  });
});
