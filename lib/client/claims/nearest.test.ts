import { expect, test } from 'vitest';
import * as patterns from '#lib/auth/matching/patterns.ts';
import type { ClaimMatch, Identity } from '#lib/client/resources/resources.ts';
import { mended } from './mend.ts';
import { differenceText, nearest } from './nearest.ts';

const ISSUER = 'https://ci.example.com';
const STAGING = 'repo:acme/erp:environment:staging';
const RELEASE = 'repo:acme/erp:ref:refs/heads/release-2';
const OWN = 'https://grove.example.com';
const OPTIONS = { ownUrl: OWN, engine: patterns };

const identity = (name: string, claimMatch: ClaimMatch) =>
  ({ uid: name, name, claimMatch }) as Identity;
const ERP = identity('erp deploy', { issuer: ISSUER, subject: STAGING });
const SHOP = identity('shop deploy', {
  issuer: ISSUER,
  subject: 'repo:acme/shop:ref:refs/heads/main',
});

const find = (rows: Identity[], claims: object, isToken = false) =>
  nearest(rows, { claims: { ...claims }, isToken }, OPTIONS);
const namesOf = (near: ReturnType<typeof nearest>) => near.map((one) => one.identity.name);
const wordsOf = (near: ReturnType<typeof nearest>) =>
  near.map(({ differing }) => differing.map(differenceText));

test('who it is, and nobody else', () => {
  const all = find([SHOP, ERP], { iss: ISSUER, sub: STAGING });
  expect(namesOf(all)).toEqual(['erp deploy']);
  expect(wordsOf(all)).toEqual([[]]);
});

test('the nearest, with the part that differs', () => {
  const all = find([SHOP, ERP], { sub: RELEASE });
  expect(namesOf(all)).toEqual(['erp deploy']);
  expect(wordsOf(all)).toEqual([
    ['expects environment:staging, this has ref:refs/heads/release-2'],
  ]);
});

test('the issuer counts where it is known, unless it nearly matches', () => {
  expect(find([ERP], { iss: 'https://other.example.com', sub: RELEASE })).toEqual([]);
  expect(namesOf(find([ERP], { iss: `${ISSUER}/`, sub: STAGING }))).toEqual(['erp deploy']);
});

test('a token also needs the audience and other claims', () => {
  const strict = identity('strict', { ...ERP.claimMatch, claims: { environment: 'staging' } });
  const near = find([strict], { iss: ISSUER, sub: STAGING, aud: 'other' }, true);
  expect(wordsOf(near)).toEqual([
    [`expects aud ${OWN}, this has other`, 'expects environment staging, this has no environment'],
  ]);
  expect(wordsOf(find([strict], { sub: STAGING }))).toEqual([[]]);
});

test('patterns match whole and are near by their plain beginning', () => {
  const releases = identity('releases', {
    issuer: ISSUER,
    subjectPattern: 'repo:acme/erp:ref:refs/heads/release-.*',
  });
  expect(namesOf(find([releases, ERP], { sub: RELEASE }))).toEqual(['releases']);
  expect(namesOf(find([releases], { sub: 'repo:acme/erp:ref:refs/heads/main' }))).toEqual([
    'releases',
  ]);
});

test.each(['add', 'replace'] as const)('what mends it matches afterwards: %s', (way) => {
  const claims = { iss: ISSUER, sub: RELEASE, aud: 'other', environment: 'live' };
  const strict = identity('strict', { ...ERP.claimMatch, claims: { environment: 'staging' } });
  const [near] = find([strict], claims, true);
  const match = mended(strict.claimMatch, near?.differing ?? [], way);
  const after = identity('after', match ?? {});
  expect(wordsOf(find([after], claims, true))).toEqual([[]]);
  const before = { iss: ISSUER, sub: STAGING, aud: OWN, environment: 'staging' };
  expect(find([after], before, true)[0]?.differing).toHaveLength(way === 'add' ? 0 : 3);
});

test('no second issuer, and nothing that a token lacks', () => {
  const [other] = find([ERP], { iss: `${ISSUER}/`, sub: STAGING });
  expect(mended(ERP.claimMatch, other?.differing ?? [], 'add')).toBeNull();
  expect(mended(ERP.claimMatch, other?.differing ?? [], 'replace')).toMatchObject({
    issuer: `${ISSUER}/`,
  });
  const strict = identity('strict', { ...ERP.claimMatch, claims: { environment: 'staging' } });
  const [lacking] = find([strict], { iss: ISSUER, sub: STAGING, aud: OWN }, true);
  expect(mended(strict.claimMatch, lacking?.differing ?? [], 'replace')).toBeNull();
});
