import fc from 'fast-check';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { matchesClaims } from '#lib/auth/matching/identities.ts';
import type { ClaimMatch } from '#lib/client/resources/resources.ts';
import { hasPatterns, loadPatterns, readToken, testClaims } from '#lib/client/claims/token-test.ts';

const OWN = 'https://grove.example.com';
const NOW = 1_800_000_000;

const claims = {
  iss: 'https://ci.example.com',
  sub: 'repo:acme/app:ref:refs/heads/main',
  aud: OWN,
  exp: NOW + 600,
  repository: 'acme/app',
};
const match: ClaimMatch = { issuer: claims.iss, subject: claims.sub };

const engineFor = async (of: ClaimMatch) => (hasPatterns(of) ? loadPatterns() : null);

async function test(of: ClaimMatch, given: Record<string, unknown> = claims) {
  return testClaims(of, given, { ownUrl: OWN, engine: await engineFor(of), now: NOW });
}

const differing = async (of: ClaimMatch, given?: Record<string, unknown>) =>
  (await test(of, given)).checks
    .filter(({ holds }) => !holds)
    .map(({ claim, path, hint }) => [claim, path, hint]);

describe('readToken', () => {
  it('reads what jose reads, with a prefix and spaces around it or without', async () => {
    const secret = new TextEncoder().encode('x'.repeat(32));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (extra) => {
        const payload = { ...JSON.parse(JSON.stringify(extra)), exp: NOW };
        const token = await new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(secret);
        expect(readToken(` Bearer ${token}\n`)).toEqual({ claims: decodeJwt(token) });
      }),
    );
  });

  it('reads an unsigned one as well, since it verifies nothing', () => {
    const token = new UnsecuredJWT({ sub: 'ä ✓' }).encode();
    expect(readToken(token)).toEqual({ claims: { sub: 'ä ✓' } });
  });

  it.each([
    ['nothing of the kind', 'hello', /three parts/],
    ['parts that do not decode', 'a.b.c', /do not decode/],
    ['a list for claims', `${btoa('{}')}.${btoa('[]')}.x`, /do not decode/],
    ['an encrypted one', 'a.b.c.d.e', /encrypted/],
  ])('says what is wrong with %s', (_, text, problem) => {
    expect(readToken(text)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

describe('testClaims', () => {
  const texts = fc.constantFrom('a', 'A', 'a/', 'b', 'ab', '', OWN);
  const patterns = fc.constantFrom('a', 'a.*', '(?i)a', '[', '^b$', '.*', 'a|ab', '(?P<x>a)');
  const values = fc.oneof(
    texts,
    fc.array(texts, { maxLength: 3 }),
    fc.integer({ min: 0, max: 3 }),
    fc.boolean(),
    fc.constant(null),
    fc.record({ a: texts }),
  );
  const names = fc.constantFrom('repository', 'groups', 'constructor', '__proto__', 'a.b');
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const matches = fc.record({
    issuer: maybe(texts),
    issuerPattern: maybe(patterns),
    subject: maybe(texts),
    subjectPattern: maybe(patterns),
    audience: maybe(texts),
    audiencePattern: maybe(patterns),
    claims: maybe(fc.dictionary(names, texts, { maxKeys: 2 })),
    claimPatterns: maybe(fc.dictionary(names, patterns, { maxKeys: 2 })),
  }) as fc.Arbitrary<ClaimMatch>;
  const tokens = fc
    .tuple(
      fc.record({ iss: values, sub: values, aud: values }, { requiredKeys: [] }),
      fc.dictionary(names, values, { maxKeys: 3 }),
    )
    .map(([known, more]) => ({ ...more, ...known }));

  it('reaches the verdict that the server reaches', async () => {
    await fc.assert(
      fc.asyncProperty(matches, tokens, async (of, given) => {
        const verdict = await test(of, given);
        expect(verdict.matches).toBe(
          matchesClaims(of, given, { ownAudience: (audience) => audience === OWN }),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('needs no engine where nothing is a pattern', () => {
    expect(hasPatterns({ ...match, claims: { a: 'b' } })).toBe(false);
    expect(hasPatterns({ ...match, claimPatterns: { a: 'b' } })).toBe(true);
    expect(hasPatterns({ ...match, audiencePattern: '.*' })).toBe(true);
  });

  it('names each claim that differs, and what alone does', async () => {
    expect(await test(match)).toMatchObject({ matches: true, timesProblem: null });
    expect(await differing({ ...match, issuer: `${claims.iss}/` })).toEqual([
      ['iss', 'issuer', 'They differ only in the slash at the end, which the identity has.'],
    ]);
    expect(await differing({ ...match, subject: claims.sub.toUpperCase() })).toEqual([
      ['sub', 'subject', 'They differ only in upper and lower case.'],
    ]);
    expect(await differing(match, { ...claims, aud: ['x', `${OWN}/`] })).toEqual([
      ['aud', null, 'They differ only in the slash at the end, which the token has.'],
    ]);
    expect(await differing({ ...match, claims: { repository: 'other', ref: 'x' } })).toEqual([
      ['repository', 'claims.repository', null],
      ['ref', 'claims.ref', null],
    ]);
  });

  it('says why a pattern does not match', async () => {
    const hint = async (subjectPattern: string) =>
      (await differing({ issuer: claims.iss, subjectPattern }))[0]?.[2];
    expect(await hint('repo:acme/app')).toMatch(/only a part/);
    expect(await hint('REPO:.*')).toMatch(/upper and lower case/);
    expect(await hint('(')).toMatch(/must be a regular expression of RE2/);
    expect(await hint('nothing')).toBeNull();
  });

  it.each([
    ['an expired one', { exp: NOW - 7_200 }, 'the token expired 2 hours ago'],
    ['one for later', { nbf: NOW + 300 }, 'the token is not valid for another 5 minutes'],
    ['one without an end', { exp: undefined }, 'the token has no expiry'],
    ['one within the leeway', { exp: NOW - 59 }, null],
  ])('tells the times of %s', async (_, times, problem) => {
    const verdict = await test(match, { ...claims, ...times });
    expect(verdict).toMatchObject({ matches: true, timesProblem: problem });
  });
});
