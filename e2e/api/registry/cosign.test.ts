/** What cosign attaches to images by names of tags: referrers of the image, and no versions. */
import { expect, onTestFinished } from 'vitest';
import { attachTags } from '#lib/service/registries/attach-tags.ts';
import { startProxy } from '../../support/faulty-proxy.ts';
import { deleteManifest, pushImage, pushManifest, type Pushed } from '../../support/images.ts';
import { PASSWORD, USERNAME } from '../../support/registry.ts';
import { startSpecRegistry } from '../../support/spec-registry.ts';
import { grove, registry, withRegistry as it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';
import { newSource, reposOf, SOURCES, sync, tagsOf } from '../support/registry-sources.ts';
import { insertRepo, insertTag } from '../support/rows.ts';

type Target = Parameters<typeof pushImage>[0];

const tagOf = ({ digest }: Pushed, kind: string) => `${digest.replace(':', '-')}.${kind}`;

/** Pushes what `cosign sign`, `attest` or `attach sbom` pushes. */
async function attachTo(target: Target, repository: string, image: Pushed, kind: string) {
  const tag = tagOf(image, kind);
  const { digest, size } = await pushImage(target, repository, tag);
  const artifactType = `application/vnd.dev.cosign.artifact.${kind}.v1+json`;
  return { digest, artifactType, sizeBytes: String(size), tag };
}

async function sourceOf(url: string): Promise<{ group: string; source: string }> {
  const group = await newGroup(grove, grove.rootUid);
  const account = { username: USERNAME, password: PASSWORD };
  return { group, source: await newSource(grove, group, { url, ...account }) };
}

const isOf = (name: string) => (repo: Json) => repo['name'] === name;

async function tagsIn(group: string, repository: string): Promise<Json[]> {
  return tagsOf(grove, (await reposOf(grove, group)).find(isOf(repository)));
}

const lastSync = async (source: string) => (await sync(grove, source))['lastSync'] as Json;

it('is shown at the image, whichever name comes first, and stays until the registry lists it no more', async () => {
  const repository = 'signed';
  const [low, high] = [
    await pushImage(registry, repository, '1.0'),
    await pushImage(registry, repository, 'v2'),
  ];
  const expected = new Map<string, unknown[]>();
  for (const image of [low, high]) {
    // In the order of their names.
    const attached: Json[] = [];
    for (const kind of ['att', 'sbom', 'sig']) {
      attached.push(await attachTo(registry, repository, image, kind));
    }
    expected.set(image.digest, attached);
  }
  const { group, source } = await sourceOf(registry.url);
  const first = await lastSync(source);
  expect(first).toMatchObject({ outcome: 'SUCCEEDED', tags: 2, created: 2, skipped: 0 });
  const before = await tagsIn(group, repository);
  expect(before).toMatchObject([
    { name: '1.0', deprecated: false, referrers: expected.get(low.digest) },
    { name: 'v2', deprecated: false, referrers: expected.get(high.digest) },
  ]);
  const repo = (await reposOf(grove, group)).find(isOf(repository));
  expect(repo?.['activeTags']).toHaveLength(2);
  expect(repo?.['activeTags']).toEqual(expect.arrayContaining(['1.0', 'v2']));

  expect(await lastSync(source)).toMatchObject({ tags: 2, unchanged: 2, gone: 0, skipped: 0 });
  expect(await tagsIn(group, repository)).toEqual(before);

  const [att, sbom, sig] = (expected.get(low.digest) ?? []) as { digest: string }[];
  await deleteManifest(registry, repository, String(sig?.digest));
  await sync(grove, source);
  const after = await tagsIn(group, repository);
  expect(after[0]).toMatchObject({ referrers: [att, sbom], deprecated: false });
  expect(after[1]).toEqual(before[1]);
});

it('stays where the registry lists it and then does not have it, or fails', async () => {
  const repository = 'doubtful';
  const image = await pushImage(registry, repository, 'v1');
  const signature = await attachTo(registry, repository, image, 'sig');
  const proxy = await startProxy(registry.port);
  onTestFinished(() => proxy.close());
  const { group, source } = await sourceOf(proxy.url);
  await sync(grove, source);
  const before = await tagsIn(group, repository);
  expect(before).toMatchObject([{ name: 'v1', referrers: [signature] }]);
  for (const status of [404, 403]) {
    proxy.fault = ({ url = '' }, response) => {
      if (!url.endsWith('.sig')) return false;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end('{"errors": [{"code": "MANIFEST_UNKNOWN"}]}');
      return true;
    };
    const { problems, gone } = await lastSync(source);
    expect(gone).toBe(0);
    expect(problems).toContainEqual(
      expect.objectContaining({ repository, tag: tagOf(image, 'sig') }),
    );
    expect(await tagsIn(group, repository)).toEqual(before);
  }
});

it('is beside what the registry lists as referrers', async () => {
  const spec = await startSpecRegistry();
  onTestFinished(() => spec.close());
  const image = await pushImage(spec, 'both', 'v1');
  const signature = await attachTo(spec, 'both', image, 'sig');
  const { mediaType, digest, size } = image;
  const empty = {
    mediaType: 'application/vnd.oci.empty.v1+json',
    digest: `sha256:${'4'.repeat(64)}`,
    size: 2,
  };
  const artifactType = 'application/spdx+json';
  const listed = await pushManifest(spec, 'both', null, {
    schemaVersion: 2,
    mediaType,
    artifactType,
    config: empty,
    layers: [],
    subject: { mediaType, digest, size },
  } as { mediaType: string });
  const { group, source } = await sourceOf(spec.url);
  await sync(grove, source);
  const before = await tagsIn(group, 'both');
  const other = { digest: listed.digest, artifactType, sizeBytes: String(listed.size), tag: '' };
  expect(before).toMatchObject([{ name: 'v1', referrers: [other, signature] }]);
  await sync(grove, source);
  expect(await tagsIn(group, 'both')).toEqual(before);
});

it('is read on a notification, before or after the image', async () => {
  const repository = 'notified';
  const { group, source } = await sourceOf(registry.url);
  const secret = ok(await grove.post(`${SOURCES}:rotateNotificationSecret`, { uid: source }));
  const notify = async (action: string, tag: string) => {
    const answer = await fetch(`${grove.url}/registry/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${String(secret['notificationSecret'])}`,
      },
      body: JSON.stringify({ events: [{ action, target: { repository, tag } }] }),
    });
    expect(answer.status).toBe(200);
  };
  const image = await pushImage(registry, repository, 'v1');
  const signature = await attachTo(registry, repository, image, 'sig');
  // Nothing is known of the image yet.
  await notify('push', signature.tag);
  expect(await reposOf(grove, group)).toEqual([]);
  await notify('push', 'v1');
  expect(await tagsIn(group, repository)).toMatchObject([{ name: 'v1', referrers: [signature] }]);
  const sbom = await attachTo(registry, repository, image, 'sbom');
  await notify('push', sbom.tag);
  expect(await tagsIn(group, repository)).toMatchObject([{ referrers: [sbom, signature] }]);
  await deleteManifest(registry, repository, sbom.digest);
  await notify('delete', sbom.tag);
  expect(await tagsIn(group, repository)).toMatchObject([{ referrers: [signature] }]);
});

it('that an earlier version took for a tag is attached to its image at the start', async () => {
  const repository = 'older';
  const image = await pushImage(registry, repository, 'v1');
  const signature = await attachTo(registry, repository, image, 'sig');
  const { group, source } = await sourceOf(registry.url);
  const repo = await insertRepo(group, repository, { activeTags: ['v1', signature.tag] });
  const own = await insertTag(repo, 'v1', { digest: image.digest });
  const wide = { digest: signature.digest, sizeBytes: 99n };
  await insertTag(repo, signature.tag, wide);
  await insertTag(repo, tagOf(image, 'sbom'), { ...wide, deprecated: true });
  await insertTag(repo, 'sha256-of-a-person', { digest: image.digest });
  // The same image in another repository has a signature of the same name.
  const other = await insertRepo(group, 'mirror', {});
  await insertTag(other, signature.tag, wide);

  expect(await attachTags()).toBe(3);
  const names = async () => (await tagsIn(group, repository)).map(({ name }) => name);
  expect(await names()).toEqual(['sha256-of-a-person', 'v1']);
  expect(await tagsIn(group, 'mirror')).toEqual([]);
  const [, tag] = await tagsIn(group, repository);
  const unread = { ...signature, sizeBytes: '0' };
  expect(tag).toMatchObject({ uid: own, referrers: [unread], deprecated: false });
  const found = (await reposOf(grove, group)).find(isOf(repository));
  expect(found?.['activeTags']).not.toContain(signature.tag);
  expect(await attachTags()).toBe(0);

  await sync(grove, source);
  const after = await tagsIn(group, repository);
  expect(after.find(({ uid }) => uid === own)).toMatchObject({ referrers: [signature] });
});
