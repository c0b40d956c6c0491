import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { config } from '#lib/config.ts';
import { connectionProblem } from '#lib/net/guarded-request.ts';
import { perProcess } from '#lib/per-process.ts';
import { startOidcIssuer } from '../../support/oidc-issuer.ts';
import { freePort } from '../../support/free-port.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, denied, failure, ok } from '../support/answers.ts';
import { CHEAP } from '../support/pace.ts';
import { newGroup, personWith } from '../support/people.ts';

const PATH = '/iam/v2beta1/identityProviders:testConnection';
const DISCOVERY = '/.well-known/openid-configuration';

let server: Server;
/** The responses of the issuer on loopback, by path. */
let answers: Record<string, RequestListener>;
let issuer: string;

beforeEach(async () => {
  perProcess('connectionTests').take();
  answers = {};
  server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end('nothing here');
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const json =
  (body: unknown): RequestListener =>
  (_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

const document = (more: Json = {}): Json => ({
  issuer,
  jwks_uri: `${issuer}/keys`,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  ...more,
});

const ask = (body: Json, token?: string) => grove.post(PATH, body, { token });

const test = async (of = issuer) => ok(await ask({ groupUid: grove.rootUid, issuer: of }));

describe('identityProviders:testConnection', () => {
  it('accepts a real provider', async () => {
    const provider = await startOidcIssuer();
    expect(await test(provider.issuer)).toEqual({
      issuer: provider.issuer,
      outcome: 'OK',
      description: 'The issuer can be reached and people can sign in there.',
    });
    expect(provider.requests).toEqual([DISCOVERY, '/jwks']);
    await provider.stop();
  });

  it('names a document that is not there, and its status where it is refused', async () => {
    expect(await test()).toEqual({
      issuer,
      outcome: 'NOT_FOUND',
      step: 'DISCOVERY',
      httpStatus: 404,
      description: 'The discovery document is not there: the server answered 404.',
    });
    answers[DISCOVERY] = (_, response) => response.writeHead(503).end();
    expect(await test()).toMatchObject({ outcome: 'HTTP_STATUS', httpStatus: 503 });
  });

  it('reports a response that is not JSON, not a document, too large or redirected forever', async () => {
    answers[DISCOVERY] = (_, response) => response.end('<html>secret of the network</html>');
    const answer = await test();
    expect(answer).toMatchObject({ outcome: 'NOT_JSON', step: 'DISCOVERY' });
    expect(JSON.stringify(answer)).not.toContain('secret');
    answers[DISCOVERY] = json({ issuer });
    expect(await test()).toMatchObject({ outcome: 'NOT_DISCOVERY' });
    answers[DISCOVERY] = json(document({ padding: 'x'.repeat(1024 * 1024) }));
    expect(await test()).toMatchObject({ outcome: 'TOO_LARGE' });
    answers[DISCOVERY] = (_, response) => response.writeHead(302, { location: DISCOVERY }).end();
    expect(await test()).toMatchObject({ outcome: 'TOO_MANY_REDIRECTS' });
  });

  it('names another issuer, and a slash too many or too few', async () => {
    answers[DISCOVERY] = json(document({ issuer: 'https://other.example.com' }));
    expect(await test()).toMatchObject({
      outcome: 'ISSUER_MISMATCH',
      foundIssuer: 'https://other.example.com',
    });
    answers[DISCOVERY] = json(document({ issuer: `${issuer}/` }));
    expect(await test()).toMatchObject({ outcome: 'TRAILING_SLASH', foundIssuer: `${issuer}/` });
    answers[DISCOVERY] = json(document());
    expect(await test(`${issuer}/`)).toMatchObject({
      outcome: 'TRAILING_SLASH',
      foundIssuer: issuer,
      description: expect.stringContaining('without the slash') as string,
    });
  });

  it('names endpoints that are missing or are no page of the web', async () => {
    answers[DISCOVERY] = json(document({ authorization_endpoint: undefined, token_endpoint: '' }));
    expect(await test()).toMatchObject({
      outcome: 'MISSING_ENDPOINTS',
      step: 'ENDPOINTS',
      description: 'The discovery document has no authorization_endpoint and token_endpoint.',
    });
    answers[DISCOVERY] = json(document({ authorization_endpoint: 'javascript:alert(1)' }));
    expect(await test()).toMatchObject({ outcome: 'BAD_ADDRESS', step: 'ENDPOINTS' });
  });

  it('reports missing or invalid keys', async () => {
    answers[DISCOVERY] = json(document());
    expect(await test()).toMatchObject({ outcome: 'NOT_FOUND', step: 'KEYS' });
    answers['/keys'] = json({ keys: 'none' });
    expect(await test()).toMatchObject({ outcome: 'NOT_KEYS', step: 'KEYS' });
    answers['/keys'] = json({ keys: [] });
    expect(await test()).toMatchObject({ outcome: 'OK' });
  });

  it('gives the same answer for all unreachable addresses, with the reason in the log', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const closed = `http://localhost:${await freePort()}`;
    const reports = [
      await test(closed),
      await test('https://no-such-host.invalid'),
      await test(issuer.replace('http:', 'https:')),
    ];
    answers[DISCOVERY] = (request) => request.socket.destroy();
    reports.push(await test());
    answers[DISCOVERY] = () => undefined;
    config().pace.fetchTimeoutMs = 1_000;
    reports.push(await test());
    Object.assign(config().pace, CHEAP);
    for (const { issuer: _, ...report } of reports) {
      expect(report).toEqual({
        outcome: 'UNREACHABLE',
        step: 'DISCOVERY',
        description: 'The discovery document cannot be reached. The log of the server says why.',
      });
    }
    const written = log.mock.calls.map(([text]) => String(text)).join('');
    log.mockRestore();
    expect(written).toContain('ECONNREFUSED');
    expect(written).toContain('its name does not resolve');
    expect(written).toContain('its TLS connection is not trusted');
    expect(written).toMatch(/no answer within \d+ s/);
  });

  it('connects to no private address, nor to another port of this machine', async () => {
    for (const address of ['https://10.0.0.1', 'https://169.254.169.254', 'https://[fd00::1]']) {
      expect(await test(address)).toMatchObject({ outcome: 'PRIVATE_ADDRESS' });
    }
    const other = await freePort();
    answers[DISCOVERY] = json(document({ jwks_uri: `http://localhost:${other}/keys` }));
    expect(await test()).toMatchObject({ outcome: 'PRIVATE_ADDRESS', step: 'KEYS' });
    answers[DISCOVERY] = (_, response) =>
      response.writeHead(302, { location: `http://localhost:${other}/` }).end();
    expect(await test()).toMatchObject({ outcome: 'PRIVATE_ADDRESS', step: 'DISCOVERY' });
  });

  it('needs identity_providers.create or .update', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const asked = { groupUid: group, issuer };
    const editor = await personWith(grove, 'editor', grove.rootUid);
    denied(await ask(asked, editor.token), 'identity_providers.create', group);
    const owner = await personWith(grove, 'owner', group);
    ok(await ask(asked, owner.token));
    denied(
      await ask({ ...asked, groupUid: grove.rootUid }, owner.token),
      'identity_providers.create',
      grove.rootUid,
    );
    failure(await grove.post(PATH, asked, { token: null }), 'UNAUTHENTICATED');
    const get = await grove.get(PATH);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('says which field is wrong', async () => {
    expect(badFields(await ask({}))).toEqual(['groupUid', 'issuer']);
    const wrong = { groupUid: 'x', issuer: 'http://example.com', clientSecret: 'x' };
    expect(badFields(await ask(wrong))).toEqual(['clientSecret', 'groupUid', 'issuer']);
  });

  it('lets each caller make twenty in a minute', async () => {
    const owner = await personWith(grove, 'owner', grove.rootUid);
    const asked = { groupUid: grove.rootUid, issuer };
    let answer = await ask(asked, owner.token);
    let allowed = 0;
    for (; answer.status === 200; allowed += 1) answer = await ask(asked, owner.token);
    expect(allowed).toBeGreaterThanOrEqual(20);
    expect([answer.status, answer.body['code']]).toEqual([429, 8]);
    expect(['1', '2', '3']).toContain(answer.headers.get('retry-after'));
    ok(await ask(asked));
  });

  it('lets an organization make thirty in a minute, however many of its subjects ask', async () => {
    const asked = { groupUid: await newGroup(grove, grove.rootUid), issuer };
    let allowed = 0;
    for (let subject = 0; subject < 4; subject += 1) {
      const { token } = await personWith(grove, 'owner', grove.rootUid);
      for (let count = 0; count < 12; count += 1) {
        if ((await ask(asked, token)).status === 200) allowed += 1;
      }
    }
    expect(allowed).toBeGreaterThanOrEqual(30);
    expect(allowed).toBeLessThan(40);
  });
});

describe('connectionProblem', () => {
  it.each([
    ['ENOTFOUND', 'DNS'],
    ['EAI_AGAIN', 'DNS'],
    ['ECONNREFUSED', 'REFUSED'],
    ['ETIMEDOUT', 'TIMEOUT'],
    ['CERT_HAS_EXPIRED', 'TLS'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'TLS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS'],
    ['EPROTO', 'TLS'],
    ['ECONNRESET', 'UNREACHABLE'],
    ['', 'UNREACHABLE'],
  ])('tells %s as %s', (code, problem) => {
    expect(connectionProblem(code)).toBe(problem);
  });
});
