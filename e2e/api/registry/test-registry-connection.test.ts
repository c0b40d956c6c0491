/** The test of a registry before it is saved as a source. */
import { afterAll, beforeEach, expect } from 'vitest';
import { perProcess } from '#lib/per-process.ts';
import { is } from '#lib/store/predicates.ts';
import { transaction } from '#lib/store/store.ts';
import { type FaultyProxy, startProxy } from '../../support/faulty-proxy.ts';
import { pushImage } from '../../support/images.ts';
import { type SpecRegistry, startSpecRegistry } from '../../support/spec-registry.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, denied, failure, ok } from '../support/answers.ts';
import { newGroup, personWith } from '../support/people.ts';
import { newSource, SOURCES } from '../support/registry-sources.ts';

const ACCOUNT = { username: 'robot', password: 'of this test' };

/** Asks for a token. */
let locked: SpecRegistry;
let open: SpecRegistry;
/** Before the open registry. */
let proxy: FaultyProxy;

it.beforeAll(async () => {
  [locked, open] = await Promise.all([
    startSpecRegistry({ account: ACCOUNT }),
    startSpecRegistry(),
  ]);
  proxy = await startProxy(open.port);
  await pushImage(locked, 'shop', '1');
  await pushImage(open, 'nginx', 'stable');
  for (const tag of ['1', '2']) await pushImage(open, 'team/shop', tag);
});

beforeEach(() => {
  perProcess('connectionTests').take();
  proxy.fault = () => false;
  proxy.seen.length = 0;
});

afterAll(() => Promise.all([proxy.close(), locked.close(), open.close()]));

const ask = (body: Json, token?: string) =>
  grove.post(`${SOURCES}:testConnection`, { groupUid: grove.rootUid, ...body }, { token });

const test = async (body: Json) => ok(await ask(body));

it('lists what a sync would read, with the password that the registry asks for', async () => {
  expect(await test({ url: `${locked.url}/`, ...ACCOUNT })).toEqual({
    url: locked.url,
    outcome: 'OK',
    description:
      'The registry lists 1 repository. Repository shop has 1 tag. The password was sent.',
    passwordSent: true,
    repositories: 1,
    moreRepositories: false,
  });
  expect(await test({ url: open.url, ...ACCOUNT })).toMatchObject({
    outcome: 'OK',
    description: expect.stringMatching(/It asked for no password, so none was sent\.$/) as string,
    passwordSent: false,
    repositories: 2,
  });
  const rows = await grove.get(`${SOURCES}?uidp.descendants_of=${grove.rootUid}`);
  expect(ok(rows)['totalCount']).toBe('0');
});

it('says that there are more repositories than it has read', async () => {
  proxy.fault = ({ url }, response) => {
    if (url?.startsWith('/v2/_catalog') !== true) return false;
    response.setHeader('link', '</v2/_catalog?n=2&last=a>; rel="next"');
    response.end(JSON.stringify({ repositories: ['nginx', 'team/shop'] }));
    return true;
  };
  expect(await test({ url: proxy.url })).toMatchObject({
    description:
      'The registry lists more than 2 repositories. Repository nginx has 1 tag. No password was sent.',
    repositories: 2,
    moreRepositories: true,
  });
});

it('says which sign-in fails', async () => {
  expect(await test({ url: locked.url, ...ACCOUNT, password: 'wrong' })).toEqual({
    url: locked.url,
    outcome: 'DENIED',
    step: 'REGISTRY',
    description:
      'The token server of the registry refuses the user name and password. The password was sent.',
    passwordSent: true,
    moreRepositories: false,
  });
  expect(await test({ url: locked.url })).toMatchObject({
    outcome: 'DENIED',
    description: 'The registry wants a user name and password for a token. No password was sent.',
    passwordSent: false,
  });
});

it('sends no password to a token server that is not https', async () => {
  proxy.fault = (_, response) => {
    const challenge = 'Bearer realm="http://core.example.com:8080/token",service="harbor"';
    response.writeHead(401, { 'www-authenticate': challenge }).end();
    return true;
  };
  expect(await test({ url: proxy.url, ...ACCOUNT })).toMatchObject({
    outcome: 'INVALID',
    description: 'http://core.example.com/token is not https. No password was sent.',
    passwordSent: false,
  });
});

it.each<[string, string, number, Json]>([
  ['an address without a registry', '/v2/', 404, { outcome: 'INVALID', step: 'REGISTRY' }],
  ['a registry that fails', '/v2/', 503, { outcome: 'UNAVAILABLE', step: 'REGISTRY' }],
  ['a registry without a catalog', '/v2/_catalog', 404, { outcome: 'INVALID', step: 'CATALOG' }],
  ['a web page', '/v2/_catalog', 200, { outcome: 'INVALID', step: 'CATALOG' }],
  [
    'a catalog that lists more than it allows',
    '/v2/nginx/tags',
    403,
    { outcome: 'DENIED', step: 'TAGS', repositories: 2 },
  ],
])('names %s, and tries it once', async (_, path, status, report) => {
  proxy.fault = ({ url }, response) => {
    if (url !== path && url?.startsWith(`${path}${path === '/v2/' ? '?' : ''}`) !== true)
      return false;
    response.writeHead(status).end('<html>');
    return true;
  };
  expect(await test({ url: proxy.url })).toMatchObject(report);
  expect(proxy.seen.filter((one) => one.startsWith(`GET ${path}`))).toHaveLength(1);
});

it('says no more of an address that cannot be reached', async () => {
  proxy.fault = (_, response) => {
    response.destroy();
    return true;
  };
  const reportOf = (url: string) => ({
    outcome: 'UNAVAILABLE',
    step: 'REGISTRY',
    description: `${url}/v2/ cannot be reached. No password was sent.`,
  });
  expect(await test({ url: proxy.url })).toMatchObject(reportOf(proxy.url));
  expect(proxy.seen).toHaveLength(1);
  const closed = 'http://127.0.0.1:1';
  expect(await test({ url: closed })).toMatchObject(reportOf(closed));
  expect(await test({ url: 'https://10.0.0.1' })).toMatchObject({
    outcome: 'INVALID',
    description:
      '10.0.0.1 is a private address that GROVE_ALLOW_PRIVATE_REGISTRIES does not allow. No password was sent.',
  });
});

it('uses the stored password for the stored address alone', async () => {
  const group = await newGroup(grove, grove.rootUid);
  await newSource(grove, group, { url: locked.url, ...ACCOUNT });
  const { username } = ACCOUNT;
  const groupUid = group;
  expect(await test({ groupUid, url: locked.url, username })).toMatchObject({ outcome: 'OK' });
  expect(badFields(await ask({ groupUid, url: proxy.url, username }))).toEqual(['password']);
  expect(badFields(await ask({ url: locked.url, username }))).toEqual(['password']);
  expect(badFields(await ask({ url: locked.url, password: 'x' }))).toEqual(['username']);
  expect(proxy.seen).toEqual([]);
});

it('records that somebody had the stored password sent', async () => {
  const groupUid = await newGroup(grove, grove.rootUid);
  const uid = await newSource(grove, groupUid, { url: locked.url, ...ACCOUNT });
  await test({ groupUid, url: locked.url, ...ACCOUNT });
  await test({ groupUid, url: locked.url, username: ACCOUNT.username });
  const type = 'grove.registry.registry_source.used.v1';
  const query = `uidp.children_of=${groupUid}&type=${type}`;
  const { auditEvents } = ok(await grove.get(`/iam/v2beta1/auditEvents?${query}`));
  expect(auditEvents).toMatchObject([
    { actor: grove.ownerUid, resource: uid, operation: 'use', after: { url: locked.url } },
  ]);
});

it('tests a new password where nobody can decrypt the stored one', async () => {
  const groupUid = await newGroup(grove, grove.rootUid);
  const uid = await newSource(grove, groupUid, { url: locked.url, ...ACCOUNT });
  await transaction((tx) => tx.note('RegistrySource', is('uid', uid), { password: 'lost.AAAA' }));
  expect(await test({ groupUid, url: locked.url, ...ACCOUNT })).toMatchObject({ outcome: 'OK' });
  expect(await test({ groupUid, url: open.url })).toMatchObject({ outcome: 'OK' });
});

it('needs repo.sync, and says which field is wrong', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const viewer = await personWith(grove, 'viewer', group);
  const asked = { groupUid: group, url: open.url };
  denied(await ask(asked, viewer.token), 'repo.sync', group);
  failure(await grove.post(`${SOURCES}:testConnection`, asked, { token: null }), 'UNAUTHENTICATED');
  const wrong = { groupUid: 'x', caCertificate: 'x', interval: '60s' };
  expect(badFields(await ask(wrong))).toEqual(['caCertificate', 'groupUid', 'interval', 'url']);
  expect(badFields(await ask({ url: 'http://registry.example.com' }))).toEqual(['url']);
});

it('counts with the tests of issuers, twenty in a minute', async () => {
  const owner = await personWith(grove, 'owner', grove.rootUid);
  const issuers = '/iam/v2beta1/identityProviders:testConnection';
  for (let count = 0; count < 19; count += 1) {
    const asked = { groupUid: grove.rootUid, issuer: 'https://10.0.0.1' };
    ok(await grove.post(issuers, asked, { token: owner.token }));
  }
  let answer = await ask({ url: 'https://10.0.0.1' }, owner.token);
  ok(answer);
  // Tests come back while others run.
  while (answer.status === 200) answer = await ask({ url: 'https://10.0.0.1' }, owner.token);
  failure(answer, 'RESOURCE_EXHAUSTED');
});
