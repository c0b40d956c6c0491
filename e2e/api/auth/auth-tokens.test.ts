// @module-tag http
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { afterEach, describe, expect, vi } from 'vitest';
import { config } from '#lib/config.ts';
import { rotateKeys, signingKey } from '#lib/auth/tokens/keys.ts';
import { recordUrl } from '#lib/auth/tokens/known-urls.ts';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { until } from '../../support/until.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, failure, ok, okEmpty } from '../support/answers.ts';
import { newPerson } from '../support/people.ts';

afterEach(() => vi.useRealTimers());

async function refusal(token: string): Promise<string> {
  return failure(await grove.get('/auth/v1/me', { token }), 'UNAUTHENTICATED').message;
}

const keys = async () =>
  ok(await grove.get('/.well-known/jwks.json', { token: null })) as unknown as JSONWebKeySet;

/** Any claims, signed with the installation's own key. */
async function forge(claims: Json, header: Json = {}): Promise<string> {
  const { kid, privateKey } = await signingKey();
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({
    iss: grove.url,
    aud: grove.url,
    sub: grove.ownerUid,
    iat: now,
    exp: now + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid, ...header })
    .sign(privateKey);
}

describe('the own issuer', () => {
  it('is discovered, and its tokens verify with what it publishes', async () => {
    const answer = await grove.get('/.well-known/openid-configuration', { token: null });
    expect(ok(answer)).toMatchObject({
      issuer: grove.url,
      jwks_uri: `${grove.url}/.well-known/jwks.json`,
      token_endpoint: `${grove.url}/sts/exchange`,
    });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const { kid, alg } = decodeProtectedHeader(grove.ownerToken);
    const key = (await keys()).keys.find((published) => published.kid === kid);
    expect(alg).toBe('ES256');
    const { payload } = await jwtVerify(grove.ownerToken, await importJWK(key ?? { kty: '' }));
    expect(payload).toMatchObject({ iss: grove.url, aud: grove.url, sub: grove.ownerUid });
    expect(payload.jti).toMatch(/^[0-9a-f-]{36}$/);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
  });

  it('accepts its tokens while keys rotate', async () => {
    await rotateKeys();
    const fresh = await grove.token(grove.ownerUid);
    expect(decodeProtectedHeader(fresh).kid).not.toBe(decodeProtectedHeader(grove.ownerToken).kid);
    for (const token of [grove.ownerToken, fresh]) ok(await grove.get('/auth/v1/me', { token }));
    expect((await keys()).keys).toHaveLength(2);
  });

  it('accepts its tokens after its address changes', async () => {
    const old = 'https://old.example.com';
    const token = await mintToken(grove.ownerUid, 60, { url: old });
    expect(await refusal(token)).toContain(
      `no identity is registered for the token's issuer ${old}`,
    );
    await recordUrl(old);
    ok(await grove.get('/auth/v1/me', { token }));
  });

  it('issues tokens of 1 second to 24 hours', async () => {
    const { exp = 0, iat = 0 } = decodeJwt(await mintToken(grove.ownerUid, 86_400));
    expect(exp - iat).toBe(86_400);
    for (const ttl of [0, -1, 86_401, Number.NaN]) {
      await expect(mintToken(grove.ownerUid, ttl)).rejects.toThrow(RangeError);
    }
  });
});

describe('an own token', () => {
  it.each<[string, Json, Json, RegExp]>([
    ['has expired', { exp: 1 }, {}, /the token expired \d+ days ago$/],
    [
      'is for others',
      { aud: 'https://x.example.com' },
      {},
      /the token is meant for another audience$/,
    ],
    ['has no audience', { aud: undefined }, {}, /the token is meant for another audience$/],
    ['has an unknown key', {}, { kid: 'x' }, /the token is signed with an unknown key$/],
    ['has no key id', {}, { kid: undefined }, /the token is signed with an unknown key$/],
    ['has no subject', { sub: undefined }, {}, /the token has no subject$/],
    ['is of nobody', { sub: 'nobody' }, {}, /the identity of the token does not exist any more$/],
  ])('that %s is refused', async (_, claims, header, message) => {
    expect(await refusal(await forge(claims, header))).toMatch(message);
  });

  it('signed with another algorithm is refused', async () => {
    const [, payload, signature] = grove.ownerToken.split('.');
    for (const alg of ['none', 'HS256', 'RS256']) {
      const header = Buffer.from(JSON.stringify({ alg, kid: (await signingKey()).kid }));
      const forged = `${header.toString('base64url')}.${payload}.${signature}`;
      expect(await refusal(forged)).toMatch(/signed with an algorithm that is not accepted$/);
    }
  });

  it('ends with its identity', async () => {
    const { uid, token } = await newPerson(grove);
    ok(await grove.get('/auth/v1/me', { token }));
    okEmpty(await grove.del(`/iam/v2beta1/identities/${uid}`));
    expect(await refusal(token)).toMatch(/the identity of the token does not exist any more$/);
  });

  it('is required, and must be a bearer token', async () => {
    const none = await grove.get('/auth/v1/me', { token: null });
    expect(failure(none, 'UNAUTHENTICATED').message).toMatch(/there is no token and no session$/);
    for (const authorization of ['Basic b3duZXI6cGFzcw==', 'Bearer', 'Bearer a b', '']) {
      const answer = await grove.get('/auth/v1/me', { token: null, headers: { authorization } });
      expect(failure(answer, 'UNAUTHENTICATED').message).toMatch(/must be Bearer and a token$/);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
    const authorization = `bearer ${grove.ownerToken}`;
    ok(await grove.get('/auth/v1/me', { token: null, headers: { authorization } }));
  });
});

describe('GET /auth/v1/me', () => {
  it('returns the caller and their capabilities', async () => {
    expect(ok(await grove.get('/auth/v1/me'))).toEqual({
      principal: { issuer: grove.url, subject: grove.ownerUid, email: '', name: '', via: 'token' },
      identities: [{ ...grove.organization.identity, lastSeenTime: expect.any(String) as string }],
      organizations: [
        {
          groupUid: grove.rootUid,
          name: grove.organization.group['name'],
          domains: [],
          identityUid: grove.ownerUid,
          holdsAccount: true,
        },
      ],
      roleBindings: [grove.organization.roleBinding],
      topGroups: [grove.organization.group],
      capabilities: {
        [grove.rootUid]: expect.arrayContaining(['groups.create', 'audit.list']) as string[],
      },
      systemCapabilities: [],
      unmetPolicies: [],
    });
  });

  it('has no parameters and no other methods', async () => {
    expect(badFields(await grove.get('/auth/v1/me?as=owner'))).toEqual(['as']);
    const answer = await grove.post('/auth/v1/me', {});
    failure(answer, 'UNIMPLEMENTED');
    expect(answer.headers.get('allow')).toBe('GET');
    failure(await grove.get('/auth/v1/nothing'), 'NOT_FOUND');
    failure(await grove.get('/auth/v1/__proto__'), 'NOT_FOUND');
    failure(await grove.get('/auth/v1/sessions/'), 'UNIMPLEMENTED');
  });
});

describe('lastSeenTime', () => {
  const lastSeen = async () => {
    const answer = await grove.get(`/iam/v2beta1/identities/${grove.ownerUid}`);
    return Date.parse(String(ok(answer)['lastSeenTime']));
  };

  it('is written once a minute, beside the request', async () => {
    const start = Date.now() + 2 * 60_000;
    const at = (ms: number) => vi.setSystemTime(start + ms);
    vi.useFakeTimers({ now: start, toFake: ['Date'] });
    await grove.get('/auth/v1/me');
    await until(async () => expect(await lastSeen()).toBe(start));
    at(59_999);
    expect(await lastSeen()).toBe(start);
    expect(await lastSeen()).toBe(start);
    at(60_000);
    await grove.get('/auth/v1/me');
    await until(async () => expect(await lastSeen()).toBe(start + 60_000));
    expect(config().url).toBe(grove.url);
  });
});
