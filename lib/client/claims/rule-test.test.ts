import fc from 'fast-check';
import { UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { matchingRules } from '#lib/auth/matching/role-rules.ts';
import type { Condition } from '#lib/auth/matching/rule-checks.ts';
import { readClaims, testRule } from '#lib/client/claims/rule-test.ts';
import { loadPatterns } from '#lib/client/claims/token-test.ts';

const ROLE = { roleUid: 'r', groupUid: 'g' };

const test = async (rule: Condition, claims: Record<string, unknown>) =>
  testRule(rule, claims, rule.pattern === undefined ? null : await loadPatterns());

const why = async (rule: Condition, claims: Record<string, unknown>) => {
  const verdict = await test(rule, claims);
  expect(verdict.holds).toBe(false);
  return verdict.why;
};

const adminsRule = { claim: 'groups', value: 'admins' };

describe('readClaims', () => {
  it('reads JSON and JWTs', () => {
    const claims = { sub: 'ä', groups: ['a', 1] };
    expect(readClaims(` ${JSON.stringify(claims, null, 2)}\n`)).toEqual({ claims });
    expect(readClaims(new UnsecuredJWT(claims).encode())).toEqual({ claims });
  });

  it.each([
    ['half of an object', '{"a":', /not valid JSON/],
    ['a list', '["a"]', /not an object/],
    ['a word', 'admins', /not a JWT/],
    ['too much', `{"a":"${'x'.repeat(65_536)}"}`, /too long/],
  ])('says what is wrong with %s', (_, text, problem) => {
    expect(readClaims(text)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

describe('testRule', () => {
  const texts = fc.constantFrom('a', 'A', 'b', 'ab', '', 'true', '1', 'x'.repeat(257));
  const patterns = fc.constantFrom('a', 'a.*', '(?i)a', '^b$', '.*', 'a|ab', 'x+');
  const values = fc.oneof(
    texts,
    fc.array(fc.oneof(texts, fc.array(texts)), { maxLength: 3 }),
    fc.constant([...Array<string>(500).fill('z'), 'a']),
    fc.constantFrom(1, true, null),
    fc.record({ a: texts }),
  );
  const names = fc.constantFrom('groups', 'email', 'constructor', '__proto__');
  const conditions = fc.tuple(names, texts, patterns, fc.boolean());

  it('reaches the verdict of a sign-in', async () => {
    await fc.assert(
      fc.asyncProperty(
        conditions,
        fc.dictionary(names, values),
        fc.boolean(),
        async ([claim, value, pattern, isPattern], others, isVerified) => {
          const claims = { ...others, email_verified: isVerified };
          const rule = { claim, ...(isPattern ? { pattern } : { value }) };
          const matching = await matchingRules([{ ...rule, ...ROLE }], claims);
          expect((await test(rule, claims)).holds).toBe(matching.length === 1);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('says which values count', async () => {
    expect(await test(adminsRule, { groups: ['x', 'admins', { a: 1 }, true] })).toEqual({
      holds: true,
      given: ['admins', 'x', 'true'],
      why: null,
    });
    expect(await test(adminsRule, { groups: 'x' })).toEqual({
      holds: false,
      given: ['x'],
      why: null,
    });
  });

  it.each<[string, Condition, Record<string, unknown>, string]>([
    ['no name', { claim: '', value: 'a' }, {}, 'The rule names no claim yet.'],
    ['no such claim', adminsRule, { sub: 'a' }, 'There is no claim groups.'],
    ['what every object has', { claim: 'toString', value: 'a' }, {}, 'There is no claim toString.'],
    [
      'another case of the name',
      adminsRule,
      { Groups: ['admins'] },
      'There is no claim groups, but Groups: case counts.',
    ],
    [
      'a claim in another',
      { claim: 'roles', value: 'a' },
      { realm_access: { roles: ['a'] } },
      'There is no claim roles at the top level, where claims count. Look into realm_access.',
    ],
    [
      'a path',
      { claim: 'realm_access.roles', value: 'a' },
      { realm_access: { roles: ['a'] } },
      'There is no claim realm_access.roles at the top level, where claims count. Look into realm_access.',
    ],
    ['an empty list', adminsRule, { groups: [] }, 'The claim groups is an empty list.'],
    [
      'an object',
      adminsRule,
      { groups: { admins: true } },
      'The claim groups is neither a text, a number or a boolean, nor a list of them.',
    ],
    [
      'an address that is not verified',
      { claim: 'email', pattern: '.*' },
      { email: 'a@b.example' },
      'The token does not say that the e-mail address is verified (email_verified).',
    ],
    [
      'too many values',
      adminsRule,
      { groups: [...Array<string>(500).fill('x'), 'admins'] },
      'Only the first 500 values count. A later one would match.',
    ],
    [
      'another case',
      adminsRule,
      { groups: ['x', 'Admins'] },
      'There is Admins. They differ only in upper and lower case.',
    ],
    [
      'a part',
      { claim: 'groups', pattern: 'admins' },
      { groups: ['x', 'all admins'] },
      'The pattern matches only a part. It must match the whole value.',
    ],
    [
      'a long value',
      { claim: 'groups', pattern: 'a+' },
      { groups: 'a'.repeat(257) },
      'A value of more than 256 characters matches no pattern.',
    ],
    [
      'no pattern',
      { claim: 'groups', pattern: '(' },
      { groups: '(' },
      'The pattern must be a regular expression of RE2.',
    ],
    [
      'a pattern that could not be saved',
      { claim: 'groups', pattern: '(a{100}){9}' },
      { groups: 'a'.repeat(900) },
      'The pattern must compile to at most 500 instructions.',
    ],
  ])('says why not: %s', async (_, rule, claims, reason) => {
    expect(await why(rule, claims)).toBe(reason);
  });
});
