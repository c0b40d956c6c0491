import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTimes, parseClaims, requireNoNul } from './claims.ts';

const NOW = 1_800_000_000;

function problem(claims: Record<string, unknown>): string | null {
  try {
    checkTimes(claims, NOW);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('checkTimes', () => {
  it.each([
    [{ exp: NOW + 1 }],
    [{ exp: NOW - 59 }],
    [{ exp: NOW + 600, nbf: NOW + 60, iat: NOW + 60 }],
    [{ exp: NOW + 600, nbf: NOW - 600, iat: NOW - 600 }],
  ])('accepts %o, within 60 s of leeway', (claims) => expect(problem(claims)).toBeNull());

  it.each([
    [{ exp: NOW - 60 }, 'Unauthenticated: the token expired 1 minute ago'],
    [{ exp: NOW - 300 }, 'Unauthenticated: the token expired 5 minutes ago'],
    [{ exp: NOW - 7_200 }, 'Unauthenticated: the token expired 2 hours ago'],
    [
      { exp: NOW + 600, nbf: NOW + 61 },
      'Unauthenticated: the token is not valid for another 1 minute',
    ],
    [
      { exp: NOW + 600, iat: NOW + 200 },
      'Unauthenticated: the token is not valid for another 3 minutes',
    ],
    [{}, 'Unauthenticated: the token has no expiry'],
    [{ exp: String(NOW + 600) }, "Unauthenticated: the token's exp is not a number"],
    [{ exp: NOW + 600, nbf: null }, "Unauthenticated: the token's nbf is not a number"],
  ])('refuses %o', (claims, message) => expect(problem(claims)).toBe(message));
});

describe('parseClaims', () => {
  it('takes a JSON object only', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(parseClaims(bytes('{"sub":"me"}'))).toEqual({ sub: 'me' });
    for (const text of ['[]', 'null', '"text"', '', '{']) {
      expect(() => parseClaims(bytes(text))).toThrow('Unauthenticated: the token has no claims');
    }
  });

  it('refuses NUL in any key or value, and no text that only looks like it', () => {
    const text = fc.string({ unit: fc.constantFrom('\0', '\\', 'u', '0000', '"', 'a') });
    const value = fc.oneof(text, fc.array(text), fc.dictionary(text, text));
    fc.assert(
      fc.property(text, value, (key, one) => {
        const json = JSON.stringify([key, one]);
        const all = [key, typeof one === 'string' ? one : Object.entries(one)].flat(3);
        const check = () => requireNoNul(json, 'the token');
        if (all.some((part) => part.includes('\0'))) expect(check).toThrow('NUL');
        else expect(check).not.toThrow();
      }),
    );
  });
});
