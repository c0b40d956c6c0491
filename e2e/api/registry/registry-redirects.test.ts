// @module-tag http
/** A registry with its blobs on another host that tries to get the password. */
import { afterAll, beforeEach, expect } from 'vitest';
import { startProxy } from '../../support/faulty-proxy.ts';
import type { Fault, FaultyProxy } from '../../support/faulty-proxy.ts';
import { pushImage } from '../../support/images.ts';
import { startSpecRegistry } from '../../support/spec-registry.ts';
import type { SpecRegistry } from '../../support/spec-registry.ts';
import { grove, withSettings } from '../fixtures.ts';
import { newGroup } from '../support/people.ts';
import { newSource, reposOf, sync } from '../support/registry-sources.ts';

const ACCOUNT = { username: 'robot', password: 'of this test' };

// Both hosts are on loopback, which an operator must allow.
const it = withSettings({ GROVE_ALLOW_PRIVATE_REGISTRIES: '1' });

let registry: SpecRegistry;
let proxy: FaultyProxy;
let elsewhere: FaultyProxy;
/** The Authorization headers that the other host received. */
let given: string[];

it.beforeAll(async () => {
  registry = await startSpecRegistry({ account: ACCOUNT });
  [proxy, elsewhere] = [await startProxy(registry.port), await startProxy(registry.port)];
  await pushImage(registry, 'shop', 'v1');
});

afterAll(() => Promise.all([proxy.close(), elsewhere.close(), registry.close()]));

beforeEach(() => {
  given = [];
  elsewhere.seen.length = 0;
});

const noted =
  (fault: Fault): Fault =>
  (message, response) => {
    if (message.headers.authorization !== undefined) given.push(message.headers.authorization);
    return fault(message, response);
  };

/** Redirects requests for blobs to the address, keeping the path. */
const redirect =
  (url: () => string): Fault =>
  ({ url: path = '', headers }, response) => {
    // The registry requires a token before it redirects to its blobs.
    if (!path.includes('/blobs/') || headers.authorization === undefined) return false;
    response.writeHead(307, { location: `${url()}${path.replace('/v2/', '/store/')}` }).end();
    return true;
  };

async function synced() {
  const group = await newGroup(grove, grove.rootUid);
  const source = await newSource(grove, group, { url: proxy.url, ...ACCOUNT });
  const { lastSync } = await sync(grove, source);
  return { lastSync, repos: await reposOf(grove, group) };
}

it('sends no credentials there, and does not follow its challenge', async () => {
  proxy.fault = redirect(() => elsewhere.url);
  elsewhere.fault = noted((_, response) => {
    const realm = `Bearer realm="${elsewhere.url}/token",service="x"`;
    response.writeHead(401, { 'www-authenticate': realm }).end();
    return true;
  });
  const { lastSync, repos } = await synced();
  expect(lastSync).toMatchObject({ outcome: 'SUCCEEDED', skipped: 1, created: 0 });
  expect(repos).toEqual([]);
  expect(elsewhere.seen).toEqual([expect.stringMatching(/^GET \/store\/shop\/blobs\//)]);
  expect(given).toEqual([]);
});

it('sends none along a redirect to another path of the registry either', async () => {
  const headers: unknown[] = [];
  proxy.fault = (message, response) => {
    if (message.url?.startsWith('/store/') !== true) {
      return redirect(() => proxy.url)(message, response);
    }
    headers.push(message.headers.authorization);
    response.writeHead(403).end();
    return true;
  };
  expect((await synced()).lastSync).toMatchObject({ skipped: 1 });
  expect(headers).toEqual([undefined]);
});

it('reads a blob that needs no credentials', async () => {
  proxy.fault = redirect(() => elsewhere.url);
  elsewhere.fault = noted((message) => {
    message.url = message.url?.replace('/store/', '/v2/');
    message.headers.authorization = registry.authorization;
    return false;
  });
  const { lastSync, repos } = await synced();
  expect(lastSync).toMatchObject({ outcome: 'SUCCEEDED', skipped: 0, created: 1 });
  expect(repos).toHaveLength(1);
  expect(given).toEqual([]);
});

it('fetches no token from where a token server redirects to', async () => {
  proxy.fault = ({ url = '' }, response) => {
    if (url.startsWith('/token')) response.writeHead(307, { location: `${elsewhere.url}/token` });
    else response.writeHead(401, { 'www-authenticate': `Bearer realm="${proxy.url}/token"` });
    response.end();
    return true;
  };
  const { lastSync } = await synced();
  expect(lastSync).toMatchObject({
    outcome: 'FAILED',
    error: expect.stringMatching(/status 307 and no token/) as string,
  });
  expect(elsewhere.seen).toEqual([]);
});
