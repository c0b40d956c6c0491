/** Repositories of a real registry: copied, kept, marked as missing. */
import { describe, expect, onTestFinished } from 'vitest';
import { deleteManifest, pushImage, pushIndex } from '../../support/images.ts';
import { PASSWORD, USERNAME } from '../../support/registry.ts';
import { startSpecRegistry } from '../../support/spec-registry.ts';
import { grove, registry, withRegistry as it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { changeLimits } from '#lib/service/groups/limits.ts';
import { ok } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';
import { audits, newSource, reposOf, sync, tagsOf } from '../support/registry-sources.ts';

const CREATED = '2024-03-04T05:06:07.000Z';
const counts = {
  repositories: 0,
  tags: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  gone: 0,
  skipped: 0,
};

describe('a sync', () => {
  it('reads everything once, then only changes, and marks removed tags', async () => {
    const [amd, arm] = [
      await pushImage(registry, 'team/multi', null, { created: CREATED }),
      await pushImage(registry, 'team/multi', null, { architecture: 'arm', variant: 'v7' }),
    ];
    const index = await pushIndex(registry, 'team/multi', '1.0', [
      { image: amd, architecture: 'amd64' },
      { image: arm, architecture: 'arm', variant: 'v7' },
    ]);
    const docker = await pushImage(registry, 'nginx', 'latest', {
      kind: 'docker',
      architecture: 'arm64',
      variant: 'v8',
      created: CREATED,
    });
    const old = await pushImage(registry, 'nginx', 'old', { created: '1970-01-01T00:00:00Z' });

    const group = await newGroup(grove, grove.rootUid);
    const source = await newSource(grove, group, {
      url: `${registry.url}/`,
      username: USERNAME,
      password: PASSWORD,
    });
    const first = await sync(grove, source);
    expect(first).toMatchObject({
      state: 'IDLE',
      lastSync: {
        ...counts,
        outcome: 'SUCCEEDED',
        error: '',
        repositories: 2,
        tags: 3,
        created: 3,
      },
    });
    const [nginx, multi] = await reposOf(grove, group);
    expect(nginx).toMatchObject({
      name: 'nginx',
      activeTags: expect.arrayContaining(['latest', 'old']) as object,
    });
    expect(multi).toMatchObject({ name: 'team/multi', activeTags: ['1.0'] });
    const [one] = await tagsOf(grove, multi);
    expect(one).toMatchObject({
      name: '1.0',
      digest: index.digest,
      deprecated: false,
      mediaType: 'application/vnd.oci.image.index.v1+json',
      sizeBytes: String(amd.contentSize + arm.contentSize),
      architectures: ['amd64', 'arm/v7'],
      referrers: [],
      createTime: CREATED,
    });
    const before = await tagsOf(grove, nginx);
    expect(before).toMatchObject([
      {
        name: 'latest',
        digest: docker.digest,
        mediaType: 'application/vnd.docker.distribution.manifest.v2+json',
        sizeBytes: String(docker.contentSize),
        architectures: ['arm64/v8'],
        createTime: CREATED,
      },
      { name: 'old', digest: old.digest, architectures: ['amd64'] },
    ]);
    // No image was made in 1970.
    expect(Date.parse(String(before[1]?.['createTime']))).toBeGreaterThan(Date.now() - 60_000);

    const second = await sync(grove, source);
    expect(second['lastSync']).toMatchObject({ ...counts, repositories: 2, tags: 3, unchanged: 3 });
    expect(await reposOf(grove, group)).toEqual([nginx, multi]);
    expect(await tagsOf(grove, nginx)).toEqual(before);

    const moved = await pushImage(registry, 'nginx', 'latest');
    await deleteManifest(registry, 'nginx', old.digest);
    await deleteManifest(registry, 'team/multi', index.digest);
    const third = await sync(grove, source);
    expect(third['lastSync']).toMatchObject({
      ...counts,
      repositories: 2,
      tags: 1,
      updated: 1,
      gone: 2,
    });
    const after = await tagsOf(grove, nginx);
    expect(after).toMatchObject([
      { uid: before[0]?.['uid'], digest: moved.digest, createTime: CREATED, deprecated: false },
      { uid: before[1]?.['uid'], digest: old.digest, deprecated: true },
    ]);
    expect(await tagsOf(grove, multi)).toMatchObject([{ uid: one?.['uid'], deprecated: true }]);
    expect(await reposOf(grove, group)).toMatchObject([
      { uid: nginx?.['uid'], activeTags: ['latest'], createTime: nginx?.['createTime'] },
      { uid: multi?.['uid'], activeTags: [] },
    ]);

    await pushImage(registry, 'nginx', 'old');
    expect((await sync(grove, source))['lastSync']).toMatchObject({ updated: 1, gone: 0 });
    expect((await tagsOf(grove, nginx))[1]).toMatchObject({
      uid: before[1]?.['uid'],
      deprecated: false,
      createTime: before[1]?.['createTime'],
    });
    const log = await audits(grove, group);
    expect(log).toHaveLength(4);
    expect(log.at(-1)).toMatchObject({
      actor: grove.ownerUid,
      operation: 'sync',
      resource: source,
      result: 'OK',
      after: { outcome: 'SUCCEEDED', repositories: 2, created: 3 },
    });

    const listed = ok(await grove.get(`/iam/v2beta1/events?group_uid=${group}&page_size=200`));
    const ofTags = (listed['events'] as Json[]).filter(({ type }) =>
      String(type).startsWith('grove.registry.tag.'),
    );
    const tags = [...before, one].map((tag) => String(tag?.['uid']));
    const subjects = ofTags.map(({ subject }) => String(subject));
    expect(subjects.slice(0, 3).sort()).toEqual(tags.toSorted());
    expect(subjects.slice(3, 6).sort()).toEqual(tags.toSorted());
    const verbs = ofTags.map(({ type }) => String(type).split('.')[3]);
    expect(verbs).toEqual([...Array(3).fill('created'), ...Array(4).fill('updated')]);
  });
});

describe('a limit of repositories', () => {
  it('lets a sync take in as many, and names each other one among its problems', async () => {
    const small = await startSpecRegistry();
    onTestFinished(() => small.close());
    for (const name of ['a', 'b', 'c']) await pushImage(small, name, '1');
    const group = await newGroup(grove, grove.rootUid);
    const source = await newSource(grove, group, { url: small.url });
    await changeLimits(group, new Map([['repos', 1]]));
    const { lastSync } = (await sync(grove, source)) as { lastSync: Json };
    expect(await reposOf(grove, group)).toHaveLength(1);
    expect(lastSync).toMatchObject({ outcome: 'SUCCEEDED', skipped: 2 });
    const problems = lastSync['problems'] as { name: string; reason: string }[];
    const reason = `group ${group} may hold at most 1 repos, at any depth`;
    expect(problems.map((problem) => problem.reason)).toEqual([reason, reason]);
    await changeLimits(group, new Map([['repos', null]]));
    expect(await sync(grove, source)).toMatchObject({ lastSync: { skipped: 0 } });
    expect(await reposOf(grove, group)).toHaveLength(3);
  });
});
