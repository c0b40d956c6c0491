// @module-tag http
/** Notifications from a real registry, and from forged ones. */
import { afterAll, describe, expect } from 'vitest';
import { until } from '../../support/until.ts';
import { rowsIn } from '../support/database.ts';
import { deleteManifest, pushImage, pushManifest } from '../../support/images.ts';
import { startProxy } from '../../support/faulty-proxy.ts';
import { PASSWORD, startRegistry, USERNAME } from '../../support/registry.ts';
import type { TestRegistry } from '../../support/registry.ts';
import { freePort } from '../../support/free-port.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, failure, ok } from '../support/answers.ts';
import { changeLimits } from '#lib/service/groups/limits.ts';
import { newGroup } from '../support/people.ts';
import { audits, newSource, reposOf, SOURCES, sync, tagsOf } from '../support/registry-sources.ts';

const EVENTS = '/registry/events';

const GONE = `sha256:${'0'.repeat(64)}`;

let registry: TestRegistry;
let group: string;
let source: string;
let secret: string;

const rotate = async (uid: string) =>
  ok(await grove.post(`${SOURCES}:rotateNotificationSecret`, { uid }));

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid);
  const url = `http://127.0.0.1:${await freePort()}`;
  source = await newSource(grove, group, { url, username: USERNAME, password: PASSWORD });
  secret = String((await rotate(source))['notificationSecret']);
  registry = await startRegistry({
    notify: { url: grove.url + EVENTS, authorization: `Bearer ${secret}` },
  });
  ok(await grove.patch(`${SOURCES}/${source}`, { url: registry.url, password: PASSWORD }));
});

afterAll(async () => {
  await registry.remove();
});

const send = (
  body: unknown,
  headers: Record<string, string> = { authorization: secret },
): Promise<Answer> => grove.post(EVENTS, body, { token: null, headers });

const event = (action: string, target: Json): Json => ({
  id: crypto.randomUUID(),
  timestamp: '2026-01-02T03:04:05Z',
  action,
  target: { mediaType: 'application/vnd.oci.image.manifest.v1+json', ...target },
  request: { method: 'PUT' },
  source: { addr: 'registry:5000' },
});

const envelope = (...events: Json[]) => ({ events });

/** A group of its own, with a source at that address and the headers of its notifications. */
async function another(url: string) {
  const other = await newGroup(grove, grove.rootUid);
  const uid = await newSource(grove, other, { url, username: USERNAME, password: PASSWORD });
  const own = { authorization: String((await rotate(uid))['notificationSecret']) };
  return { other, uid, own };
}

const reposNamed = async (name: string, of = group) =>
  (await reposOf(grove, of)).filter((repo) => repo['name'] === name);

async function tagNamed(repository: string, name: string, of = group) {
  const [repo] = await reposNamed(repository, of);
  if (repo === undefined) return undefined;
  return (await tagsOf(grove, repo)).find((tag) => tag['name'] === name);
}

const isGone = (log: Json | undefined) => (log?.['after'] as Json | undefined)?.['gone'] === 1;

const soon = (isSo: () => Promise<boolean>) => until(async () => expect(await isSo()).toBe(true));

describe('a notification', () => {
  it('of the registry itself shows a push, and a delete, without a sync', async () => {
    const first = await pushImage(registry, 'shop', 'v1');
    await soon(async () => (await tagNamed('shop', 'v1')) !== undefined);
    const before = await tagNamed('shop', 'v1');
    expect(before).toMatchObject({ digest: first.digest, architectures: ['amd64'] });
    expect(await reposNamed('shop')).toMatchObject([{ activeTags: ['v1'] }]);

    const second = await pushImage(registry, 'shop', 'v1', { architecture: 'arm64' });
    const isMoved = async () => (await tagNamed('shop', 'v1'))?.['digest'] === second.digest;
    await soon(isMoved);
    expect(await tagNamed('shop', 'v1')).toMatchObject({
      uid: before?.['uid'],
      createTime: before?.['createTime'],
      architectures: ['arm64'],
    });

    await deleteManifest(registry, 'shop', second.digest);
    await soon(async () => (await tagNamed('shop', 'v1'))?.['deprecated'] === true);
    expect(await reposNamed('shop')).toMatchObject([{ activeTags: [] }]);
    // The record is written once the tags are.
    const newest = async () => (await audits(grove, group))[0];
    await soon(async () => isGone(await newest()));
    expect(await newest()).toMatchObject({
      actor: 'registry notification',
      resource: source,
      after: { gone: 1, created: 0 },
    });
  });

  it('is only a hint: nothing is copied from it, however often or late it comes', async () => {
    const { other, own } = await another(registry.url);
    const { digest } = await pushImage(registry, 'late', 'v1');
    const pushed = envelope(event('push', { repository: 'late', tag: 'v1', digest }));
    expect(ok(await send(pushed, own))).toMatchObject({ created: 1 });
    const before = await tagNamed('late', 'v1', other);
    expect(before).toMatchObject({ digest });
    const logged = await audits(grove, other);
    expect(logged).toMatchObject([{ after: { created: 1 } }]);
    const wrong = { repository: 'late', tag: 'v1', digest: `sha256:${'0'.repeat(64)}` };
    for (let times = 0; times < 3; times += 1) {
      const noted = ok(await send(envelope(event('push', wrong), event('push', wrong)), own));
      expect(noted).toMatchObject({ tags: 1, unchanged: 1, created: 0, updated: 0, gone: 0 });
    }
    // Another push of the same tag overtakes the delete.
    const stale = envelope(event('delete', { repository: 'late', digest }));
    expect(ok(await send(stale, own))).toMatchObject({ gone: 0, unchanged: 1 });
    expect(await tagNamed('late', 'v1', other)).toEqual(before);
    expect(await audits(grove, other)).toEqual(logged);
    const unknown = envelope(event('push', { repository: 'nowhere', tag: 'v1' }));
    expect(ok(await send(unknown, own))).toMatchObject({ created: 0, gone: 0 });
    expect(await reposOf(grove, other)).toMatchObject([{ name: 'late' }]);
  });

  it('about anything except a tag is ignored', async () => {
    const { digest } = await pushImage(registry, 'late', null);
    const target = { repository: 'late', digest };
    const events = ['pull', 'mount', 'push', 'something new'].map((action) =>
      event(action, target),
    );
    expect(ok(await send(envelope(...events)))).toMatchObject({ tags: 0, created: 0 });
    expect(ok(await send(envelope()))).toMatchObject({ tags: 0 });
  });

  it('updates referrers that the registry stores as tags', async () => {
    const { digest } = await pushImage(registry, 'signed', 'v1');
    await soon(async () => (await tagNamed('signed', 'v1')) !== undefined);
    const referrer = {
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      digest,
      size: 7,
      artifactType: 'application/spdx+json',
    };
    await pushManifest(registry, 'signed', digest.replace(':', '-'), {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.index.v1+json',
      manifests: [referrer],
    } as { mediaType: string });
    const referrers = [{ digest, artifactType: 'application/spdx+json', sizeBytes: '7', tag: '' }];
    const isTold = async () =>
      JSON.stringify((await tagNamed('signed', 'v1'))?.['referrers']) === JSON.stringify(referrers);
    await soon(isTold);
    // The list is not an image, and is not shown as a tag.
    const [repo] = await reposNamed('signed');
    expect((await tagsOf(grove, repo)).map(({ name }) => name)).toEqual(['v1']);
    expect((await sync(grove, source))['lastSync']).toMatchObject({ updated: 0, gone: 0 });
    expect((await tagNamed('signed', 'v1'))?.['referrers']).toEqual(referrers);
  });

  it('that comes before the registry shows the push is not lost', async () => {
    const proxy = await startProxy(registry.port);
    const { own } = await another(proxy.url);
    const { digest } = await pushImage(registry, 'early', 'v1');
    let early = 3;
    proxy.fault = ({ url }, response) => {
      if (url !== '/v2/early/manifests/v1' || early === 0) return false;
      early -= 1;
      response.writeHead(404).end('{"errors": [{"code": "MANIFEST_UNKNOWN"}]}');
      return true;
    };
    const pushed = envelope(event('push', { repository: 'early', tag: 'v1', digest }));
    expect(ok(await send(pushed, own))).toMatchObject({ created: 1, gone: 0 });
    await proxy.close();
  });

  it('does not stop a sync from marking tags that the registry no longer lists', async () => {
    const proxy = await startProxy(registry.port);
    const { other, uid, own } = await another(proxy.url);
    await pushImage(registry, 'unlisted', 'v1');
    const pushed = envelope(event('push', { repository: 'unlisted', tag: 'v1' }));
    expect(ok(await send(pushed, own))).toMatchObject({ created: 1 });
    proxy.fault = ({ url }, response) => {
      if (url?.startsWith('/v2/_catalog') !== true) return false;
      response.end('{"repositories": []}');
      return true;
    };
    expect((await sync(grove, uid))['lastSync']).toMatchObject({ gone: 1, repositories: 0 });
    const [repo] = await reposOf(grove, other);
    expect(await tagsOf(grove, repo)).toMatchObject([{ name: 'v1', deprecated: true }]);
    await proxy.close();
  });

  it('is repeated later if the registry is down', async () => {
    await registry.stop();
    const answer = await send(envelope(event('push', { repository: 'late', tag: 'v1' })));
    failure(answer, 'UNAVAILABLE');
    expect(answer.headers.get('retry-after')).toBe('5');
    await registry.start();
    ok(await send(envelope(event('push', { repository: 'late', tag: 'v1' }))));
  });
});

describe('the endpoint', () => {
  it.each([
    ['no secret', {}],
    ['another secret', { authorization: `Bearer grove-reg-${'0'.repeat(16)}.${'A'.repeat(43)}` }],
    ['a user name', { authorization: 'Basic YTpi' }],
    ['a secret that is long', { authorization: `Bearer ${'x'.repeat(8_000)}` }],
  ])('refuses %s', async (_, headers) => {
    failure(await send(envelope(), headers as Record<string, string>), 'UNAUTHENTICATED');
  });

  it('refuses a key with another secret, and the one before the last', async () => {
    const forged = secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    failure(await send(envelope(), { authorization: forged }), 'UNAUTHENTICATED');
    const other = await newGroup(grove, grove.rootUid);
    const uid = await newSource(grove, other, { url: 'http://127.0.0.1:1' });
    const first = String((await rotate(uid))['notificationSecret']);
    ok(await send(envelope(), { authorization: first }));
    const second = await rotate(uid);
    failure(await send(envelope(), { authorization: first }), 'UNAUTHENTICATED');
    const own = { 'x-grove-notification-secret': String(second['notificationSecret']) };
    ok(await send(envelope(), { ...own, authorization: 'Basic YTpi' }));
    const row = await rowsIn('RegistrySource').findOnly({ where: { uid } });
    expect(JSON.stringify(row)).not.toContain(String(second['notificationSecret']).split('.')[1]);
  });

  it.each([
    ['{', 'body'],
    ['[]', 'body'],
    [{}, 'events'],
    [{ events: {} }, 'events'],
    [{ events: [{ action: 'push' }] }, 'events.0.target'],
    [{ events: [event('push', { repository: '../x', tag: 'v1' })] }, 'events.0.target.repository'],
    [{ events: [event('push', { repository: 'x', tag: '/' })] }, 'events.0.target.tag'],
    [
      { events: [event('push', { repository: 'x', tag: 'v1', digest: `sha256:${GONE}` })] },
      'events.0.target.digest',
    ],
    [{ events: Array.from({ length: 1_001 }, () => event('pull', { repository: 'x' })) }, 'events'],
    [{ events: [], padding: 'x'.repeat(1024 * 1024) }, 'body'],
  ])('names the field that is wrong: %#', async (body, field) => {
    expect(badFields(await send(body))).toContain(field);
  });

  it('takes the content type of the registry, POST alone, and no query', async () => {
    const headers = {
      'content-type': 'application/vnd.docker.distribution.events.v1+json',
      authorization: secret,
    };
    ok(await send(envelope(), headers));
    failure(await grove.get(EVENTS, { token: null }), 'UNIMPLEMENTED');
    expect(
      badFields(await grove.post(`${EVENTS}?x=1`, envelope(), { token: null, headers })),
    ).toEqual(['x']);
  });
});

it('counts a repository as skipped that a limit leaves no room for', async () => {
  await changeLimits(group, new Map([['repos', 0]]));
  await pushImage(registry, 'no/room', 'v1');
  const told = envelope(event('push', { repository: 'no/room', tag: 'v1' }));
  expect(ok(await send(told))).toMatchObject({ created: 0, skipped: 1 });
  const names = async () => (await reposOf(grove, group)).map(({ name }) => name);
  expect(await names()).not.toContain('no/room');
  await changeLimits(group, new Map([['repos', null]]));
  // The registry's own notification may be this late and create the tag first.
  expect(ok(await send(told))).toMatchObject({ skipped: 0 });
  expect(await names()).toContain('no/room');
});
