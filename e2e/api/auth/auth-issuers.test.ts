// @module-tag http
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { config } from '#lib/config.ts';
import { startOidcIssuer } from '../../support/oidc-issuer.ts';
import type { OidcIssuer } from '../../support/oidc-issuer.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { failure, ok, okEmpty } from '../support/answers.ts';
import { CHEAP } from '../support/pace.ts';

const DISCOVERY = '/.well-known/openid-configuration';
const MINUTE_MS = 60_000;

let issuer: OidcIssuer;

// Each test has its own issuer, so that no keys are cached.
beforeEach(async () => {
  issuer = await startOidcIssuer();
});

afterEach(async () => {
  vi.useRealTimers();
  await issuer.stop();
});

async function register(claimMatch: Json = {}): Promise<string> {
  const match = { issuer: issuer.issuer, subject: 'machine', ...claimMatch };
  const body = { name: newName('ci'), claimMatch: match };
  return String(ok(await grove.post(`/iam/v2beta1/identities/${grove.rootUid}`, body))['uid']);
}

const token = (claims: Json = {}, header?: Json) =>
  issuer.sign({ sub: 'machine', aud: grove.url, ...claims }, header);

const me = (bearer: string) => grove.get('/auth/v1/me', { token: bearer });

const uids = async (bearer: string) =>
  (ok(await me(bearer))['identities'] as Json[]).map(({ uid }) => uid);

/** The reason of the refusal, without the start of the message. */
async function refusal(bearer: string): Promise<string> {
  const answer = await me(bearer);
  const { message } = failure(answer, 'UNAUTHENTICATED');
  expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  return message.slice('Unauthenticated: '.length);
}

const wait = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] });

describe('a token of a registered issuer', () => {
  it('acts as the identity that it matches', async () => {
    const uid = await register();
    const answer = ok(await me(await issuer.clientToken(grove.url)));
    expect(answer['principal']).toMatchObject({
      issuer: issuer.issuer,
      subject: 'machine',
      via: 'token',
    });
    expect((answer['identities'] as Json[]).map((identity) => identity['uid'])).toEqual([uid]);
  });

  it('acts as every identity that it matches, by what they are bound to', async () => {
    const [one, other] = [
      await register(),
      await register({ subject: undefined, subjectPattern: 'mach.*' }),
    ];
    await register({ subject: 'another' });
    await register({ subject: undefined, subjectPattern: 'mach' });
    await register({ subjectPattern: '.*', subject: undefined, claims: { team: 'ops' } });
    expect((await uids(await token())).sort()).toEqual([one, other].sort());
    expect(await uids(await token({ team: ['dev', 'ops'] }))).toHaveLength(3);
  });

  it('is refused if it matches no identity', async () => {
    await register({ subject: 'another' });
    expect(await refusal(await token())).toBe('the token matches no identity');
    failure(await grove.get('/iam/v2beta1/groups', { token: await token() }), 'UNAUTHENTICATED');
  });

  it('needs the audience that the identity names', async () => {
    const uid = await register();
    const another = 'the token is meant for another audience';
    expect(await refusal(await token({ aud: 'https://other.example.com' }))).toBe(another);
    expect(await uids(await token({ aud: ['https://other.example.com', grove.url] }))).toEqual([
      uid,
    ]);
    await issuer.stop();
    issuer = await startOidcIssuer();
    const other = await register({ audience: 'https://other.example.com' });
    expect(await refusal(await token())).toBe('the token matches no identity');
    expect(await uids(await token({ aud: 'https://other.example.com' }))).toEqual([other]);
    expect(await refusal(await token({ aud: 'https://third.example.com' }))).toBe(another);
  });

  it('matches an issuer pattern only if the issuer is registered', async () => {
    const port = new URL(issuer.issuer).port;
    const uid = await register({ issuer: undefined, issuerPattern: `http://localhost:${port}` });
    expect(await refusal(await token())).toMatch(
      /^no identity is registered for the token's issuer/,
    );
    expect(issuer.requests).toEqual([]);
    await register({ subject: 'another' });
    expect(await uids(await token())).toEqual([uid]);
  });

  it('is valid until its identity is deleted', async () => {
    const uid = await register();
    const bearer = await token();
    expect(await uids(bearer)).toEqual([uid]);
    okEmpty(await grove.del(`/iam/v2beta1/identities/${uid}`));
    expect(await refusal(bearer)).toMatch(/^no identity is registered/);
  });
});

describe('what is refused', () => {
  beforeEach(() => register());

  it('is an expired token, or one that is not valid yet', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect(await refusal(await token({ exp: now - 300 }))).toBe('the token expired 5 minutes ago');
    expect(await uids(await token({ exp: now - 30 }))).toHaveLength(1);
    expect(await refusal(await token({ nbf: now + 600, exp: now + 900 }))).toMatch(
      /^the token is not valid for another (?:9|10) minutes$/,
    );
    expect(await refusal(await token({ iat: now + 600, exp: now + 900 }))).toMatch(/not valid/);
    expect(await refusal(await token({ exp: undefined }))).toBe('the token has no expiry');
  });

  it('is a token that became too old after it was accepted', async () => {
    const bearer = await token();
    expect(await uids(bearer)).toHaveLength(1);
    wait(10 * MINUTE_MS);
    expect(await refusal(bearer)).toMatch(/^the token expired \d minutes ago$/);
  });

  it('is a token of another key, or changed', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const claims = { iss: issuer.issuer, sub: 'machine', aud: grove.url, exp: 4e9 };
    const forged = (kid?: string) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
    expect(await refusal(await forged(issuer.key.kid))).toBe(
      'the signature of the token does not verify',
    );
    expect(await refusal(await forged('unknown'))).toBe('the token is signed with an unknown key');
    expect(await refusal(await forged())).toBe('the signature of the token does not verify');
    const [header, , signature] = (await token()).split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'x' })).toString('base64url');
    expect(await refusal(`${header}.${changed}.${signature}`)).toBe(
      'the signature of the token does not verify',
    );
  });

  it('is every algorithm whose key is public', async () => {
    const claims = { iss: issuer.issuer, sub: 'machine', aud: grove.url, exp: 4e9 };
    const { d: _, ...published } = issuer.key;
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: issuer.key.kid })
      .sign(new TextEncoder().encode(JSON.stringify(published)));
    const not = 'the token is signed with an algorithm that is not accepted';
    expect(await refusal(confused)).toBe(not);
    expect(await refusal(new UnsecuredJWT(claims).encode())).toBe(not);
    expect(issuer.requests).toEqual([]);
  });

  it('is text that is not a token', async () => {
    expect(await refusal('nonsense')).toBe('the token is not a JWT');
    expect(await refusal('a.b.c')).toBe('the token is not a JWT');
    expect(await refusal('x'.repeat(20_000))).toBe('the token is too long');
    expect(await refusal(await token({ iss: undefined }))).toBe('the token has no issuer');
    expect(await refusal(await token({ sub: 42 }))).toBe('the token has no subject');
  });

  it('is an unregistered issuer, without a request to it', async () => {
    const stranger = await startOidcIssuer();
    const bearer = await stranger.sign({ sub: 'machine', aud: grove.url });
    expect(await refusal(bearer)).toBe(
      `no identity is registered for the token's issuer ${stranger.issuer}`,
    );
    expect(stranger.requests).toEqual([]);
    await stranger.stop();
  });
});

describe('keys of an issuer', () => {
  beforeEach(() => register());

  it('are fetched once for many callers', async () => {
    const bearers = await Promise.all(
      Array.from({ length: 20 }, (_, jti) => token({ jti: `${jti}` })),
    );
    await Promise.all(bearers.map(uids));
    expect(issuer.requests).toEqual([DISCOVERY, '/jwks']);
    wait(9 * MINUTE_MS);
    await uids(await token());
    expect(issuer.requests).toHaveLength(2);
  });

  it('are fetched again for an unknown key, at most every 30 s', async () => {
    const old = await token();
    expect(await uids(old)).toHaveLength(1);
    await issuer.rotate();
    const bearer = await token();
    expect(await refusal(bearer)).toBe('the token is signed with an unknown key');
    expect(issuer.requests).toHaveLength(2);
    wait(31_000);
    expect(await uids(bearer)).toHaveLength(1);
    expect(issuer.requests).toHaveLength(4);
    expect(await refusal(old)).toBe('the token is signed with an unknown key');
    expect(issuer.requests).toHaveLength(4);
  });

  it('remain valid for a day while the issuer is down', async () => {
    expect(await uids(await token())).toHaveLength(1);
    issuer.intercept = (request) => request.destroy() !== undefined;
    wait(60 * MINUTE_MS);
    expect(await uids(await token())).toHaveLength(1);
    wait(25 * 60 * MINUTE_MS);
    expect(await refusal(await token())).toMatch(/cannot be reached/);
  });

  it('are requested again after 10 s if the issuer is down', async () => {
    issuer.intercept = (request) => request.destroy() !== undefined;
    const bearer = await token();
    for (let time = 0; time < 3; time += 1) {
      const message = await refusal(bearer);
      expect(message).toMatch(/^the keys of the token's issuer .* cannot be reached/);
      expect(message).not.toMatch(/127\.0\.0\.1|::1|E[A-Z]{4,}/);
    }
    expect(issuer.requests).toHaveLength(1);
    issuer.intercept = null;
    wait(11_000);
    expect(await uids(await token())).toHaveLength(1);
  });

  it('may take as long as is set, and delay no other caller', async () => {
    Object.assign(config().pace, { fetchTimeoutMs: 2_000 });
    issuer.intercept = () => true;
    const other = await startOidcIssuer();
    const [slow] = [issuer];
    issuer = other;
    await register();
    const quick = await token();
    const stuck = await slow.sign({ sub: 'machine', aud: grove.url });
    const refused = refusal(stuck);
    const served = uids(quick);
    expect(await Promise.race([refused, served])).toHaveLength(1);
    expect(await refused).toMatch(/cannot be reached$/);
    await slow.stop();
    Object.assign(config().pace, CHEAP);
  });
});

describe('an issuer that redirects or misbehaves', () => {
  beforeEach(() => register());

  const answering = (path: string, status: number, headers: Record<string, string>, body = '') => {
    issuer.intercept = (request, response) => {
      if (request.url !== path) return false;
      response.writeHead(status, headers).end(body);
      return true;
    };
  };

  const json = { 'content-type': 'application/json' };

  it('is followed to its own addresses, twice at most', async () => {
    let left = 2;
    issuer.intercept = (request, response) => {
      if (request.url !== DISCOVERY || (left -= 1) < 0) return false;
      response.writeHead(302, { location: DISCOVERY }).end();
      return true;
    };
    expect(await uids(await token())).toHaveLength(1);
    answering(DISCOVERY, 302, { location: DISCOVERY });
    wait(20 * MINUTE_MS);
    await uids(await token());
    expect(issuer.requests.filter((path) => path === DISCOVERY)).toHaveLength(6);
  });

  it.each([
    [
      'a private address',
      'https://10.0.0.1/x',
      /10\.0\.0\.1 is a private address that GROVE_ALLOW_PRIVATE_ISSUERS does not allow$/,
    ],
    [
      'a metadata address',
      'https://169.254.169.254/x',
      /is a private address that GROVE_ALLOW_PRIVATE_ISSUERS does not allow$/,
    ],
    [
      'a mapped address',
      'https://[::ffff:10.0.0.1]/x',
      /is a private address that GROVE_ALLOW_PRIVATE_ISSUERS does not allow$/,
    ],
    ['plain http', 'http://example.com/x', /is not https$/],
    ['a file', 'file:///etc/passwd', /is not https$/],
  ])('is not followed to %s', async (_, location, message) => {
    answering(DISCOVERY, 302, { location });
    expect(await refusal(await token())).toMatch(message);
  });

  it('is not followed to another service of this machine, by redirect or as its keys', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const inside = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`;
    answering(DISCOVERY, 302, { location: inside });
    expect(await refusal(await token())).toMatch(
      /is a private address that GROVE_ALLOW_PRIVATE_ISSUERS does not allow$/,
    );
    answering(DISCOVERY, 200, json, JSON.stringify({ issuer: issuer.issuer, jwks_uri: inside }));
    wait(MINUTE_MS);
    expect(await refusal(await token())).toMatch(
      /is a private address that GROVE_ALLOW_PRIVATE_ISSUERS does not allow$/,
    );
    expect(asked).toBe(0);
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['another issuer', 200, { issuer: 'https://x', jwks_uri: 'https://x' }, /its issuer is https:/],
    ['no keys', 200, {}, /is not a discovery document$/],
    ['an error', 500, {}, /answered with status 500$/],
  ])('says %s', async (_, status, body, message) => {
    answering(DISCOVERY, status, json, JSON.stringify(body));
    expect(await refusal(await token())).toMatch(message);
  });

  it('sends something other than JSON, or too much', async () => {
    answering(DISCOVERY, 200, {}, '<html>');
    expect(await refusal(await token())).toMatch(/did not answer with JSON$/);
    wait(MINUTE_MS);
    answering(DISCOVERY, 200, {}, ' '.repeat(1024 * 1024 + 1));
    expect(await refusal(await token())).toMatch(/sent more than 1048576 bytes$/);
  });

  it('publishes a key that can be used beside others that cannot', async () => {
    const good = { ...issuer.key, d: undefined };
    const unusable = { kty: 'RSA', kid: good.kid, alg: 'RS256', n: '!!!', e: 'AQAB' };
    const keys = [null, 'x', { kty: 'XYZ', kid: 'a' }, unusable, { ...good, x: 'AAAA' }, good];
    answering('/jwks', 200, json, JSON.stringify({ keys }));
    ok(await me(await token()));
  });

  it('publishes keys that cannot be used', async () => {
    const broken = { ...issuer.key, x: 'AAAA', d: undefined };
    answering('/jwks', 200, json, JSON.stringify({ keys: [broken] }));
    expect(await refusal(await token())).toMatch(/cannot be used$|does not verify$/);
    wait(MINUTE_MS);
    answering('/jwks', 200, json, JSON.stringify({ keys: 'none' }));
    expect(await refusal(await token({}, { kid: 'new' }))).toMatch(/is not a key set$/);
  });
});
