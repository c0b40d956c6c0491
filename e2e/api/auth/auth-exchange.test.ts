// @module-tag http
// @module-tag next
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect } from 'vitest';
import { newChildUid } from '#lib/aip/uid.ts';
import { createOrganization } from '#lib/service/people/organization.ts';
import { is } from '#lib/store/predicates.ts';
import { transaction } from '#lib/store/store.ts';
import { grove, issuer, withIssuer as it } from '../fixtures.ts';
import { OWNER_PASSWORD } from '../harness.ts';
import type { Answer, Json } from '../harness.ts';
import { failure, ok, okEmpty } from '../support/answers.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const JWT = 'urn:ietf:params:oauth:token-type:jwt';

let one: string;
let other: string;

async function register(name: string, claimMatch: Json): Promise<string> {
  const body = { name, claimMatch: { issuer: issuer.issuer, ...claimMatch } };
  return String(ok(await grove.post(`/iam/v2beta1/identities/${grove.rootUid}`, body))['uid']);
}

it.beforeAll(async () => {
  one = await register('one', { subject: 'machine' });
  other = await register('other', { subjectPattern: 'm.*' });
});

const foreignToken = () => issuer.sign({ sub: 'machine', aud: grove.url });

async function exchange(form: Record<string, string> | string): Promise<Answer> {
  const base = { grant_type: GRANT, subject_token_type: JWT };
  return grove.call('POST', '/sts/exchange', {
    token: null,
    body: typeof form === 'string' ? form : new URLSearchParams({ ...base, ...form }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

async function identitiesOf(answer: Answer): Promise<unknown[]> {
  const token = String(ok(answer)['access_token']);
  const { identities } = ok(await grove.get('/auth/v1/me', { token })) as { identities: Json[] };
  return identities.map(({ uid }) => uid);
}

function oauthError(answer: Answer): Json {
  expect(answer.status).toBe(400);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(Object.keys(answer.body).sort()).toEqual(['error', 'error_description']);
  expect(String(answer.body['error_description'])).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  return answer.body;
}

describe('POST /sts/exchange', () => {
  it('answers with a token that acts as the same identities', async () => {
    const answer = await exchange({ subject_token: await foreignToken() });
    expect(ok(answer)).toEqual({
      access_token: expect.any(String) as string,
      issued_token_type: ACCESS_TOKEN,
      token_type: 'Bearer',
      expires_in: 3600,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await identitiesOf(answer)).toEqual([one, other].sort());
    const token = String(answer.body['access_token']);
    expect(decodeJwt(token)).toMatchObject({ iss: grove.url });
    expect(decodeProtectedHeader(token)).toMatchObject({ typ: 'at+jwt' });
  });

  it('takes a token that the provider itself made', async () => {
    const token = await issuer.clientToken(grove.url);
    const form = { subject_token: token, subject_token_type: ACCESS_TOKEN };
    expect(await identitiesOf(await exchange(form))).toHaveLength(2);
  });

  it('narrows to one identity and to a shorter life', async () => {
    const form = { subject_token: await foreignToken(), identity: other, expires_in: '60' };
    const answer = await exchange({ ...form, requested_token_type: JWT, audience: grove.url });
    expect(answer.body).toMatchObject({ expires_in: 60, issued_token_type: JWT });
    expect(await identitiesOf(answer)).toEqual([other]);
    const { exp = 0, iat = 0, sub } = decodeJwt(String(answer.body['access_token']));
    expect([exp - iat, sub]).toEqual([60, other]);
    const again = await exchange({ subject_token: String(answer.body['access_token']) });
    expect(await identitiesOf(again)).toEqual([other]);
    expect(again.body['expires_in']).toBeLessThanOrEqual(60);
  });

  it('acts as identities of its own organization if another one adds many that match', async () => {
    const { group } = await createOrganization({
      name: 'elsewhere',
      ownerEmail: 'elsewhere@example.com',
      ownerPassword: OWNER_PASSWORD,
    });
    const parent = String(group['uid']);
    const now = new Date();
    const times = { lastSeenTime: now, createTime: now, updateTime: now };
    const rows = Array.from({ length: 60 }, (_, index) => ({
      uid: newChildUid(parent),
      parent,
      name: `anybody ${index}`,
      description: '',
      issuer: issuer.issuer,
      issuerPattern: null,
      subject: null,
      subjectPattern: '.*',
      audience: null,
      audiencePattern: null,
      claims: {},
      claimPatterns: {},
      email: null,
      emailUnverified: null,
      blockedTime: null,
      blockedGroup: null,
      blockedBy: null,
      blockReason: '',
      namesSince: null,
      unconfirmedTime: null,
      matchesAnyAccount: null,
      revision: 1,
      ...times,
    }));
    await transaction((tx) => tx.insertAll('Identity', rows));
    const answer = await exchange({ subject_token: await foreignToken() });
    expect(await identitiesOf(answer)).toEqual([one, other].sort());
    const [named] = rows;
    const narrowed = { subject_token: await foreignToken(), identity: String(named?.uid) };
    expect(await identitiesOf(await exchange(narrowed))).toEqual([named?.uid]);
    await transaction((tx) => tx.deleteAll('Identity', is('parent', parent)));
  });

  it('neither widens nor prolongs a token of the installation', async () => {
    const token = await grove.token(grove.ownerUid, 120);
    const answer = await exchange({ subject_token: token });
    expect(await identitiesOf(answer)).toEqual([grove.ownerUid]);
    expect(answer.body['expires_in']).toBeLessThanOrEqual(120);
    const widened = oauthError(await exchange({ subject_token: token, identity: one }));
    expect(widened['error_description']).toMatch(/^identity: is not an identity/);
  });

  it('issues tokens that end with their identities', async () => {
    const uid = await register('brief', { subjectPattern: 'machine?' });
    const answer = await exchange({ subject_token: await foreignToken() });
    expect(await identitiesOf(answer)).toHaveLength(3);
    okEmpty(await grove.del(`/iam/v2beta1/identities/${uid}`));
    expect(await identitiesOf(answer)).toEqual([one, other].sort());
    const narrowed = await exchange({ subject_token: await foreignToken(), identity: one });
    okEmpty(await grove.del(`/iam/v2beta1/identities/${one}`));
    const token = String(narrowed.body['access_token']);
    failure(await grove.get('/auth/v1/me', { token }), 'UNAUTHENTICATED');
    one = await register('one', { subject: 'machine' });
  });
});

describe('a request that is refused', () => {
  it.each<[string, Json | string, string, RegExp]>([
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type', /grant_type must be/],
    ['no grant', { grant_type: '' }, 'invalid_request', /^grant_type is required$/],
    ['no token', {}, 'invalid_request', /^subject_token is required$/],
    [
      'no JWT',
      { subject_token: 'x' },
      'invalid_request',
      /^subject_token: the token is not a JWT$/,
    ],
    ['no token type', { subject_token_type: '' }, 'invalid_request', /^subject_token_type must/],
    ['a SAML token', { requested_token_type: 'saml2' }, 'invalid_request', /^requested_token_type/],
    ['another audience', { audience: 'https://x.org' }, 'invalid_target', /^tokens are issued for/],
    ['another resource', { resource: 'https://x.org' }, 'invalid_target', /^tokens are issued for/],
    ['a scope', { scope: 'openid' }, 'invalid_scope', /^there are no scopes/],
    ['a delegation', { actor_token: 'x' }, 'invalid_request', /^actor_token is not supported/],
    ['two hours', { expires_in: '7200' }, 'invalid_request', /^expires_in must be 1 to 3600/],
    ['no time', { expires_in: '0' }, 'invalid_request', /^expires_in must be 1 to 3600/],
    ['half a second', { expires_in: '0.5' }, 'invalid_request', /^expires_in must be 1 to 3600/],
    ['a repetition', `grant_type=${GRANT}&grant_type=x`, 'invalid_request', /is given twice$/],
  ])('asks for %s', async (_, form, error, description) => {
    const body = oauthError(await exchange(form as Record<string, string>));
    expect(body['error']).toBe(error);
    expect(body['error_description']).toMatch(description);
  });

  it('with more parameters than Grove reads, or with one target in several forms', async () => {
    const form = new URLSearchParams({
      grant_type: GRANT,
      subject_token_type: JWT,
      subject_token: await foreignToken(),
      client_id: 'x',
      vendor: 'y',
    });
    for (const name of ['audience', 'audience', 'resource']) form.append(name, grove.url);
    expect((await exchange(String(form))).status).toBe(200);
    form.append('resource', 'https://x.org');
    expect(oauthError(await exchange(String(form)))['error']).toBe('invalid_target');
  });

  it('has an unusable token', async () => {
    const now = Math.floor(Date.now() / 1000);
    const reasons: [Json, RegExp][] = [
      [{ sub: 'machine', exp: now - 300 }, /^subject_token: the token expired 5 minutes ago$/],
      [{ sub: 'stranger' }, /^subject_token: the token matches no identity$/],
      [
        { sub: 'machine', aud: 'https://x.org' },
        /^subject_token: the token is meant for another audience$/,
      ],
    ];
    for (const [claims, reason] of reasons) {
      const token = await issuer.sign({ aud: grove.url, ...claims });
      const body = oauthError(await exchange({ subject_token: token }));
      expect([body['error'], body['error_description']]).toEqual([
        'invalid_request',
        expect.stringMatching(reason),
      ]);
    }
  });

  it('has a token with a NUL character', async () => {
    for (const claims of [{ sub: 'mach\0ine' }, { sub: 'machine', groups: ['a\0'] }]) {
      const token = await issuer.sign({ ...claims, aud: grove.url });
      expect(oauthError(await exchange({ subject_token: token }))).toMatchObject({
        error: 'invalid_request',
        error_description: 'subject_token: the token has a NUL character in its claims',
      });
      const { message } = failure(await grove.get('/auth/v1/me', { token }), 'UNAUTHENTICATED');
      expect(message).toContain('NUL');
    }
  });

  it('is not a form', async () => {
    const json = await grove.post('/sts/exchange', { grant_type: GRANT }, { token: null });
    expect(oauthError(json)['error_description']).toMatch(/Content-Type/);
    const answer = await grove.get('/sts/exchange', { token: null });
    failure(answer, 'UNIMPLEMENTED');
    expect(answer.headers.get('allow')).toBe('POST');
  });
});
