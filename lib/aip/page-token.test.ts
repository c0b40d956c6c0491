import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issuePageToken, PAGE_TOKEN_LIFETIME_MS, readPageToken } from './page-token.ts';
import type { PagedQuery } from './page-token.ts';

const KEY = Buffer.alloc(32, 7);
const NOW = 1_800_000_000_000;
const QUERY: PagedQuery = {
  collection: '/iam/v2beta1/groups',
  order: 'name desc',
  filters: [
    ['name', 'a'],
    ['uidp.ids', 'b'],
  ],
  caller: 'me',
};
const CURSOR = { value: 'ünïcode "\\ 😀', uid: 'u' };
const TOKEN = issuePageToken(KEY, QUERY, CURSOR, NOW);

const NOT_OURS = 'Invalid argument: page_token: is not a token of this list';
const OTHER = 'Invalid argument: page_token: belongs to another order, filter or caller';

describe('page tokens', () => {
  it('gives back the cursor that it was made with', () => {
    const value = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'é', '😀', '"', '\u0001') }),
      fc.maxSafeInteger(),
    );
    fc.assert(
      fc.property(value, fc.string(), fc.nat(), (any, uid, age) => {
        const token = issuePageToken(KEY, QUERY, { value: any, uid }, NOW);
        expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(readPageToken(KEY, QUERY, token, NOW + (age % PAGE_TOKEN_LIFETIME_MS))).toEqual({
          value: any,
          uid,
        });
      }),
    );
  });

  it('starts at the beginning with none, and with one of more than three days', () => {
    expect(readPageToken(KEY, QUERY, '', NOW)).toBeNull();
    expect(readPageToken(KEY, QUERY, TOKEN, NOW + PAGE_TOKEN_LIFETIME_MS)).toEqual(CURSOR);
    expect(readPageToken(KEY, QUERY, TOKEN, NOW + PAGE_TOKEN_LIFETIME_MS + 1)).toBeNull();
  });

  it('refuses any token that differs in one bit', () => {
    const bytes = Buffer.from(TOKEN, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const forged = Buffer.from(bytes);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const text = forged.toString('base64url');
      expect(() => readPageToken(KEY, QUERY, text, NOW)).toThrow(NOT_OURS);
    }
  });

  it('refuses any other text', () => {
    const cut = fc.nat(TOKEN.length - 1).map((length) => TOKEN.slice(0, length));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), cut), (text) => {
        fc.pre(text !== '');
        expect(() => readPageToken(KEY, QUERY, text, NOW)).toThrow(NOT_OURS);
      }),
    );
    for (const text of [`${TOKEN}A`, `${TOKEN}=`, ` ${TOKEN}`, TOKEN + TOKEN, 'A', '%']) {
      expect(() => readPageToken(KEY, QUERY, text, NOW)).toThrow(NOT_OURS);
    }
  });

  it('refuses a token of another key', () => {
    const foreign = issuePageToken(Buffer.alloc(32, 8), QUERY, CURSOR, NOW);
    expect(() => readPageToken(KEY, QUERY, foreign, NOW)).toThrow(NOT_OURS);
  });

  it.each<Partial<PagedQuery>>([
    { collection: '/iam/v2beta1/roles' },
    { order: 'name' },
    { caller: 'you' },
    { filters: [] },
    { filters: [['name', 'a']] },
    {
      filters: [
        ['name', 'b'],
        ['uidp.ids', 'b'],
      ],
    },
    // Shifting text from one part to the next must change the token.
    {
      filters: [
        ['name', 'auidp.ids'],
        ['', 'b'],
      ],
    },
    { order: 'name', caller: ' descme' },
  ])('refuses a token of another query: %j', (change) => {
    expect(() => readPageToken(KEY, { ...QUERY, ...change }, TOKEN, NOW)).toThrow(OTHER);
  });

  it('does not let an old token of another query pass', () => {
    const later = NOW + 2 * PAGE_TOKEN_LIFETIME_MS;
    expect(() => readPageToken(KEY, { ...QUERY, caller: 'you' }, TOKEN, later)).toThrow(OTHER);
  });
});
