// @module-tag http
/** A registry that verifies tokens itself, and the server that issues them. */
import { afterAll, beforeEach, expect } from 'vitest';
import { pushImage } from '../../support/images.ts';
import { startProxy } from '../../support/faulty-proxy.ts';
import type { Fault, FaultyProxy } from '../../support/faulty-proxy.ts';
import { freePort } from '../../support/free-port.ts';
import { startRegistry } from '../../support/registry.ts';
import type { TestRegistry } from '../../support/registry.ts';
import { newSigner } from '../../support/token-server.ts';
import type { Signer } from '../../support/token-server.ts';
import { grove, it } from '../fixtures.ts';
import { newGroup } from '../support/people.ts';
import { newSource, reposOf, sync } from '../support/registry-sources.ts';

const PAIR = { username: 'robot', password: 'a token of its own' };
const AUTHORIZATION = `Basic ${Buffer.from('robot:a token of its own').toString('base64')}`;

let registry: TestRegistry;
let proxy: FaultyProxy;
let signer: Signer;
let lifetime: number;
/** The scopes of the requested tokens. */
const asked: string[] = [];

it.beforeAll(async () => {
  signer = newSigner();
  const port = await freePort();
  const { certificate } = signer;
  const realm = `http://127.0.0.1:${port}/token`;
  registry = await startRegistry({ token: { realm, certificate } });
  proxy = await startProxy(registry.port, port);
  const token = await signer.sign(
    'pusher',
    ['repository:team/shop:pull,push', 'repository:nginx:pull,push'],
    600,
  );
  for (const repository of ['team/shop', 'nginx']) {
    const target = { url: registry.url, authorization: `Bearer ${token}` };
    for (const tag of ['1', '2', '3']) await pushImage(target, repository, tag);
  }
});

beforeEach(() => {
  proxy.fault = giveTokens;
  lifetime = 300;
  asked.length = 0;
});

afterAll(async () => {
  await proxy.close();
  await registry.remove();
  signer.remove();
});

/** At the registry's own address, as in many installations. */
const giveTokens: Fault = ({ url = '', headers }, response) => {
  if (!url.startsWith('/token?')) return false;
  const query = new URLSearchParams(url.slice('/token?'.length));
  const scopes = query.getAll('scope');
  asked.push(...scopes);
  if (headers.authorization !== AUTHORIZATION || query.get('service') !== 'test registry') {
    response.writeHead(401).end();
    return true;
  }
  void signer.sign('robot', scopes, lifetime).then((token) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ token, expires_in: lifetime }));
  });
  return true;
};

it('requests a token for each repository, and uses it until it expires', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const source = await newSource(grove, group, { url: proxy.url, ...PAIR });
  const { lastSync } = await sync(grove, source);
  expect(lastSync).toMatchObject({ outcome: 'SUCCEEDED', repositories: 2, created: 6 });
  expect(asked).toEqual([
    'registry:catalog:*',
    'repository:nginx:pull',
    'repository:team/shop:pull',
  ]);
  expect(await reposOf(grove, group)).toHaveLength(2);
});

it('requests a new token after the old one expired', async () => {
  lifetime = 1;
  const group = await newGroup(grove, grove.rootUid);
  const source = await newSource(grove, group, { url: proxy.url, ...PAIR });
  const slow = async () => new Promise((resolve) => setTimeout(resolve, 1_100));
  proxy.fault = (message, response) => {
    // Distribution allows another minute. This test's registry is stricter.
    if (message.url === '/v2/nginx/manifests/2' && asked.length < 3) {
      void slow().then(() =>
        response
          .writeHead(401, {
            'www-authenticate': `Bearer realm="${proxy.url}/token",service="test registry",scope="repository:nginx:pull"`,
          })
          .end(),
      );
      return true;
    }
    return giveTokens(message, response);
  };
  const { lastSync } = await sync(grove, source);
  expect(lastSync).toMatchObject({ outcome: 'SUCCEEDED', created: 6 });
  expect(asked.filter((scope) => scope === 'repository:nginx:pull').length).toBeGreaterThan(1);
});

it('reports that the password is refused, and sends it nowhere else', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const source = await newSource(grove, group, { url: proxy.url, ...PAIR, password: 'wrong' });
  expect(await sync(grove, source)).toMatchObject({
    state: 'FAILED',
    lastSync: {
      error: 'the token server of the registry refuses the user name and password',
    },
  });
  const other = await startProxy(registry.port);
  proxy.fault = (_, response) => {
    const challenge = `Bearer realm="${other.url}/token",service="test registry"`;
    response.writeHead(401, { 'www-authenticate': challenge }).end();
    return true;
  };
  const { lastSync } = await sync(grove, source);
  // A registry on this machine cannot lead to another port of it.
  expect(JSON.stringify(lastSync)).toContain('is a private address');
  expect(other.seen).toEqual([]);
  await other.close();
});
