import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClaimMatch } from '#lib/resources/identity.ts';
import { matchesClaims } from './identities.ts';
import { matchesWhole } from './patterns.ts';

const OWN = 'https://grove.example.com';
const isOwn = (audience: string) => audience === OWN;

const claims = {
  iss: 'https://ci.example.com',
  sub: 'repo:acme/app:ref:refs/heads/main',
  aud: OWN,
  repository: 'acme/app',
  groups: ['dev', 'ops'],
  run: 42,
  protected: true,
  nested: { value: 'acme' },
};

const base: ClaimMatch = { issuer: claims.iss, subject: claims.sub };

const matches = (match: ClaimMatch, given: Record<string, unknown> = claims) =>
  matchesClaims(match, given, { ownAudience: isOwn });

describe('matchesClaims', () => {
  it.each<[string, ClaimMatch]>([
    ['literals', base],
    ['patterns', { issuerPattern: 'https://ci\\..*', subjectPattern: 'repo:acme/[^:]+:ref:.*' }],
    ['a literal and a pattern', { issuer: claims.iss, subjectPattern: '.*' }],
    ['a claim', { ...base, claims: { repository: 'acme/app' } }],
    ['an element of an array', { ...base, claims: { groups: 'ops' } }],
    ['a number and a boolean as text', { ...base, claims: { run: '42', protected: 'true' } }],
    ['a claim pattern', { ...base, claimPatterns: { repository: 'acme/.+', groups: 'o.s' } }],
    ['its own audience', { ...base, audience: OWN }],
  ])('matches by %s', (_, match) => expect(matches(match)).toBe(true));

  it.each<[string, ClaimMatch]>([
    ['another issuer', { ...base, issuer: 'https://ci.example.com/' }],
    ['another subject', { ...base, subject: 'repo:acme/app' }],
    ['a pattern of a part only', { issuer: claims.iss, subjectPattern: 'repo:acme/app' }],
    ['a pattern that does not compile', { issuer: claims.iss, subjectPattern: '(' }],
    ['an absent claim', { ...base, claims: { environment: 'production' } }],
    ['one claim of two', { ...base, claims: { repository: 'acme/app', run: '43' } }],
    ['an object', { ...base, claimPatterns: { nested: '.*' } }],
    ['what every object has', { ...base, claimPatterns: { constructor: '.*', toString: '.*' } }],
    ['the prototype', { ...base, claimPatterns: JSON.parse('{"__proto__": ".*"}') as never }],
    ['another audience', { ...base, audience: 'https://other.example.com' }],
    ['another audience pattern', { ...base, audiencePattern: 'https://other\\..*' }],
    ['nothing at all', {}],
  ])('does not match %s', (_, match) => expect(matches(match)).toBe(false));

  it('wants the own audience unless the match names one', () => {
    const elsewhere = { ...claims, aud: ['https://other.example.com', 'x'] };
    expect(matches(base, elsewhere)).toBe(false);
    expect(matches(base, { ...claims, aud: ['x', OWN] })).toBe(true);
    expect(matches(base, { ...claims, aud: undefined })).toBe(false);
    expect(matches({ ...base, audience: 'x' }, elsewhere)).toBe(true);
    expect(matches({ ...base, audiencePattern: '[x-z]' }, elsewhere)).toBe(true);
    expect(matches({ ...base, audience: 'x' }, claims)).toBe(false);
  });
});

describe('matchesWhole', () => {
  it('means the whole value, anchors or not', () => {
    const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(matchesWhole(escaped(a), b)).toBe(a === b);
        expect(matchesWhole(`^${escaped(a)}$`, a)).toBe(true);
        expect(matchesWhole(`${escaped(a)}|x`, `${a}y`)).toBe(false);
      }),
    );
  });

  it('matches a claim of 256 characters, and none that is longer', () => {
    const pattern = { ...base, claimPatterns: { ref: 'a+' } };
    expect(matches(pattern, { ...claims, ref: 'a'.repeat(256) })).toBe(true);
    expect(matches(pattern, { ...claims, ref: 'a'.repeat(257) })).toBe(false);
    expect(matches(pattern, { ...claims, ref: ['a'.repeat(257), 'a'] })).toBe(true);
  });
});

describe('an e-mail address', () => {
  const literal: ClaimMatch = { ...base, claims: { email: 'ada@example.com' } };
  const pattern: ClaimMatch = { ...base, claimPatterns: { email: '.*@example\\.com' } };
  const given = (emailVerified?: unknown) => ({
    ...claims,
    email: 'ada@example.com',
    ...(emailVerified !== undefined && { email_verified: emailVerified }),
  });

  it.each([true, 'true'])('matches if the issuer says email_verified: %j', (verified) => {
    expect(matches(literal, given(verified))).toBe(true);
    expect(matches(pattern, given(verified))).toBe(true);
  });

  it.each(['Ada@Example.com', 'ada@EXAMPLE.COM'])('matches as %s, in any case', (email) => {
    expect(matches(literal, { ...given(true), email })).toBe(true);
    expect(matches(pattern, { ...given(true), email })).toBe(true);
    expect(matches({ ...base, claims: { email } }, given(true))).toBe(true);
    expect(matches({ ...base, subject: claims.sub.toUpperCase() }, claims)).toBe(false);
  });

  it.each([undefined, false, 'false', 1, null, ['true']])(
    'does not match if the issuer says email_verified: %j',
    (verified) => {
      expect(matches(literal, given(verified))).toBe(false);
      expect(matches(pattern, given(verified))).toBe(false);
    },
  );
});
