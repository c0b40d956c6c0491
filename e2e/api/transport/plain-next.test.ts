// @module-tag pages
/** The tasks for which plain Next.js needs Grove. The tests of every host cover the rest. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { expect } from 'vitest';
import { GroupsService } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { RolesService } from '#lib/generated/proto/grove/iam/v2beta1/roles_pb.js';
import { freePort } from '../../support/free-port.ts';
import { grove, withSettings } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import { failure, ok, okEmpty, violations } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup } from '../support/people.ts';
import { sendRaw } from '../support/raw-http.ts';
import { insertGroups } from '../support/rows.ts';
import { startUnderNext } from '../support/under-next.ts';

const METRICS_TOKEN = 'a token that only this test has'.replaceAll(' ', '-');
const MEGABYTE = 1024 * 1024;

const TWO_LENGTHS = 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n';
const TWO_LENGTHS_TURNED = 'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n';

const codeOf = (error: unknown) => ConnectError.from(error).code;

const it = withSettings((folder) => {
  const file = join(folder, 'token');
  writeFileSync(file, METRICS_TOKEN);
  // A network has four times as many tokens.
  return { GROVE_METRICS_TOKEN_FILE: file, GROVE_RATE_TOKEN: '1/3600' };
});

it('serves pages whose scripts have the nonce of their policy', async () => {
  const nonces = [];
  for (const path of ['/sign-in', '/sign-in', '/nothing']) {
    const { headers, text } = await grove.get(path, { token: null });
    const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
    const scripts = text.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('ratelimit-policy')).toMatch(/^"network-read"/);
    nonces.push(nonce);
  }
  expect(new Set(nonces).size).toBe(3);
});

it('sends a visitor without a session to sign in, and back to the page, whatever the client says it is', async () => {
  const own = { 'x-grove-path': '/elsewhere', 'x-grove-client': '192.0.2.5' };
  const { headers } = await grove.get('/groups?a=b', { token: null, headers: own });
  const target = new URL(headers.get('location') ?? '', grove.url);
  expect(target.pathname + target.search).toBe('/sign-in?callbackUrl=%2Fgroups%3Fa%3Db');
});

it('keeps answers that set a cookie out of caches', async () => {
  const csrf = await fetch(`${grove.url}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookie = csrf.headers.getSetCookie().map((line) => line.split(';')[0]);
  const signedIn = await fetch(`${grove.url}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie: cookie.join('; '), origin: grove.url },
    body: new URLSearchParams({ csrfToken, email: OWNER_EMAIL, password: OWNER_PASSWORD }),
    redirect: 'manual',
  });
  expect(signedIn.headers.getSetCookie().join()).toContain('session-token');
  for (const { headers } of [csrf, signedIn]) {
    expect(headers.getSetCookie()).not.toEqual([]);
    expect(headers.get('cache-control')).toContain('no-store');
  }
});

it('refuses a body for a page', async () => {
  const answer = await grove.post('/sign-in', {}, { token: null });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  failure(answer, 'UNIMPLEMENTED');
});

it('answers other methods below /api/auth itself, and a page beside it with a policy', async () => {
  const path = '/api/auth/session';
  const answer = await grove.call('PUT', path, { body: {}, token: null });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  failure(answer, 'UNIMPLEMENTED');
  expect((await fetch(grove.url + path)).status).toBe(200);
  const beside = await fetch(`${grove.url}/api/auth`);
  expect(beside.headers.get('content-security-policy')).toContain("'nonce-");
});

it('reads what takes long in a thread', async () => {
  await insertGroups(grove.rootUid, 2_000);
  expect(ok(await grove.get('/iam/v2beta1/groups?query=none%20of%20them'))['groups']).toEqual([]);
});

it('counts requests by the address of their client', async () => {
  const exchange = async (address: string) =>
    (
      await grove.post(
        '/sts/exchange',
        {},
        { token: null, headers: { 'x-forwarded-for': address } },
      )
    ).status;
  const first = [];
  for (let index = 0; index < 5; index += 1) first.push(await exchange('203.0.113.1'));
  expect(first).toEqual([400, 400, 400, 400, 429]);
  expect(await exchange('203.0.113.2')).toBe(400);
});

it('says what is wrong with a malformed address', async () => {
  for (const path of ['/iam/v2beta1/groups/%zz', '/%zz', '/iam/v2beta1/groups/%ff']) {
    failure(await grove.get(path), 'INVALID_ARGUMENT');
  }
});

it('sends who asks for a page with a slash at its end to the page', async () => {
  const { status, headers } = await grove.get('/sign-in/?a=b', { token: null });
  expect([status, new URL(headers.get('location') ?? '', grove.url).href]).toEqual([
    308,
    `${grove.url}/sign-in?a=b`,
  ]);
});

it.each([
  ['Connect', createConnectTransport],
  ['gRPC-Web', createGrpcWebTransport],
])('answers calls over %s', async (_, transport) => {
  const baseUrl = `http://127.0.0.1:${new URL(grove.url).port}`;
  const over = transport({ baseUrl, httpVersion: '1.1' });
  const groups = createClient(GroupsService, over);
  const roles = createClient(RolesService, over);
  const headers = { authorization: `Bearer ${grove.ownerToken}` };
  const group = await groups.getGroup({ uid: grove.rootUid }, { headers });
  expect(group.name).toBe('acme');
  // Its answer is long enough to be compressed.
  expect((await roles.listRoles({}, { headers })).roles.length).toBeGreaterThan(0);
  const code = await groups.getGroup({ uid: grove.rootUid }).catch(codeOf);
  expect(code).toBe(Code.Unauthenticated);
});

it.each(['gzip, deflate, br', 'br', 'zstd'])(
  'sends documents to whoever accepts %s as their headers say',
  async (encoding) => {
    const headers = { 'accept-encoding': encoding };
    const document = await grove.get('/openapi.json', { headers });
    expect(document.body).toHaveProperty('openapi');
    const isPacked = encoding.startsWith('gzip');
    expect(document.headers.get('content-encoding')).toBe(isPacked ? 'gzip' : null);
  },
);

it('compresses what is read, and no answer that may have a key', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const path = `/iam/v2beta1/groups/${await newGroup(grove, grove.rootUid)}`;
  const written = await grove.patch(path, { description: 'x'.repeat(1_000) }, { headers });
  expect(String(ok(written)['description'])).toHaveLength(1_000);
  expect(written.headers.get('content-encoding')).toBeNull();
  expect((await grove.get(path, { headers })).headers.get('content-encoding')).toBe('gzip');
});

it('compresses no answer of sign-in, also where the target names the host', async () => {
  const path = '/auth/v1/commonPasswords';
  for (const target of [path, `http://localhost${path}`]) {
    const [answer] = await sendRaw(
      grove,
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`,
    );
    expect([answer?.status, answer?.headers.get('content-encoding')]).toEqual([200, undefined]);
  }
});

it('hands over the uid as it was sent', async () => {
  const uid = await newGroup(grove, grove.rootUid);
  const encoded = encodeURIComponent(uid);
  expect(ok(await grove.get(`/iam/v2beta1/groups/${encoded}`))['uid']).toBe(uid);
  okEmpty(await grove.del(`/iam/v2beta1/groups/./${encoded}`));
  const [head] = await sendRaw(
    grove,
    `HEAD /iam/v2beta1/groups/${grove.rootUid} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${grove.ownerToken}\r\nConnection: close\r\n\r\n`,
    { isHead: true },
  );
  expect([head?.status, head?.body]).toEqual([200, '']);
});

it.each([
  ['a method that no path has', 'TRACE /healthz', '', 405],
  ['such a method of a page', 'TRACE /sign-in', '', 405],
  ['another one', 'PROPFIND /iam/v2beta1/groups', '', 405],
  ['a tunnel', 'CONNECT localhost:80', '', 405],
  ['two lengths of a body', 'POST /sts/exchange', TWO_LENGTHS, 400],
  ['two lengths in the other order', 'POST /healthz', TWO_LENGTHS_TURNED, 400],
  ['bytes that are not HTTP', 'HELLO', '', 400],
])('answers %s as the other host does', async (_, line, headers, status) => {
  const bytes = `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}Connection: close\r\n\r\n`;
  const [answer] = await sendRaw(grove, bytes);
  expect(answer?.status).toBe(status);
  expect(JSON.parse(answer?.body ?? '')).toHaveProperty('code', status === 405 ? 12 : 3);
  expect(answer?.headers.get('x-content-type-options')).toBe('nosniff');
  if (status === 405) expect(answer?.headers.get('allow')).toContain('GET');
});

it('bounds a body, but not a file of advisories', async () => {
  const large = ' '.repeat(12 * MEGABYTE);
  const group = await newGroup(grove, grove.rootUid);
  const made = await grove.post(`/iam/v2beta1/groups/${group}`, large);
  expect(violations(made)).toEqual({ body: 'must be at most 1048576 bytes' });
  const record = { id: 'OSV-1', modified: '2025-02-03T04:05:06Z' };
  const affected = [{ package: { ecosystem: 'npm', name: 'left' } }];
  const file = JSON.stringify({ ...record, affected });
  const path = `/vulnerabilities/v2beta1/advisories:import?group_uid=${group}`;
  // The file comes after more bytes than Next.js would keep of a body.
  const imported = await grove.post(path, large + file);
  expect(ok(imported)).toMatchObject({ created: 1 });
});

it('shows its metrics to holders of the token, with the requests of all route handlers', async () => {
  failure(await grove.get('/metrics'), 'UNAUTHENTICATED');
  ok(await grove.get('/iam/v2beta1/roles'));
  const { text } = await grove.get('/metrics', { token: METRICS_TOKEN });
  expect(text).toMatch(/^grove_request_duration_seconds_count\{.*operation="ListRoles".*\} \d/m);
  expect(text).toMatch(/^grove_request_duration_seconds_count\{.*operation="page".*\} \d/m);
});

it('writes what waits to be written when it is asked to stop', async () => {
  const port = await freePort();
  const server = await startUnderNext(port);
  const path = `http://127.0.0.1:${port}/iam/v1/roles`;
  const headers = { authorization: `Bearer ${grove.ownerToken}` };
  expect((await fetch(path, { headers })).status).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(await rowsIn('V1Caller').findMany()).toMatchObject([{ operation: 'ListRoles' }]);
});
