import { expect, test } from 'vitest';
import { hasCredential, pastedIn } from './pasted.ts';

const GITHUB = 'https://token.actions.githubusercontent.com';
const SUBJECT = 'repo:acme/erp:ref:refs/heads/release-2';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const NOW = Date.UTC(2026, 10, 28);
const CLAIMS = { iss: GITHUB, sub: SUBJECT, exp: NOW / 1000 + 600 };
const tokenOf = (claims: object) => `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.c2ln`;
const TOKEN = tokenOf(CLAIMS);

test('a token, also within a line', () => {
  const found = { claims: CLAIMS, isToken: true };
  expect(pastedIn(TOKEN, NOW)).toEqual(found);
  expect(pastedIn(`Authorization: Bearer ${TOKEN}`, NOW)).toEqual(found);
});

test('a token that has expired says so', () => {
  const hours = (count: number) => NOW + count * 3_600_000;
  expect(pastedIn(TOKEN, hours(3))).toMatchObject({ late: 'The token expired 2 hours ago.' });
  const claims = { iss: GITHUB, sub: SUBJECT };
  expect(pastedIn(tokenOf(claims), NOW)).toMatchObject({ late: 'The token has no expiry.' });
});

test.each([
  ['a subject', SUBJECT],
  ['a line', `2026-11-28T04:00:00Z Error: no access for ${SUBJECT}.`],
  ['a label', `subject: ${SUBJECT}`],
  ['JSON', `{"level":"error","sub":"${SUBJECT}"}`],
])('the subject alone: %s', (_, text) => {
  expect(pastedIn(text)).toEqual({ claims: { sub: SUBJECT }, isToken: false });
});

test.each([
  ['both', `${GITHUB} ${SUBJECT}`],
  ['labels', `iss=${GITHUB} sub=${SUBJECT}`],
  ['JSON', `{"iss": "${GITHUB}", "sub": "${SUBJECT}"}`],
  ['a message', `The identity (issuer '${GITHUB}', subject '${SUBJECT}') was refused`],
  ['the address of a platform', `token of ${GITHUB}: ${SUBJECT} matches nothing`],
])('issuer and subject: %s', (_, text) => {
  expect(pastedIn(text)).toEqual({ claims: { iss: GITHUB, sub: SUBJECT }, isToken: false });
});

test('a subject with blanks keeps them in quotes', () => {
  const sub = 'repo:acme/erp:environment:blue green';
  expect(pastedIn(`"sub": "${sub}"`)).toEqual({ claims: { sub }, isToken: false });
});

test.each(['payments', 'the subject of the token', 'repo:acme', 'CVE-2026-1', 'ada@example.com'])(
  'not a sign-in: %s',
  (text) => expect(pastedIn(text)).toBeNull(),
);

test('a token that does not decode has a reason', () => {
  expect(pastedIn('eyJhbGciOiJub25l.x.y')).toHaveProperty('problem');
});

test('credentials and parts of them are known', () => {
  expect(hasCredential(TOKEN.slice(0, 30))).toBe(true);
  expect(hasCredential(`grove_${'a1'.repeat(20)}`)).toBe(true);
  expect(hasCredential('grove_deploy of payments')).toBe(false);
  expect(hasCredential(SUBJECT)).toBe(false);
});
