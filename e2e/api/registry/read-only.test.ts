// @module-tag next-long
import { describe, expect } from 'vitest';
import { naturalOrder } from '#lib/resources/natural-order.ts';
import { grove, it } from '../fixtures.ts';
import { aboutResource, badFields, denied, failure, ok } from '../support/answers.ts';
import {
  byMember,
  byName,
  list,
  testOrders,
  testUnknownParameters,
  TIME_ORDERS,
} from '../support/lists.ts';
import { newGroup, newPerson, personWith } from '../support/people.ts';
import { insertAdvisory, insertRepo, insertTag } from '../support/rows.ts';

const REPOS = '/registry/v2beta1/repos';
const TAGS = '/registry/v2beta1/tags';
const ADVISORIES = '/vulnerabilities/v2beta1/advisories';
const digest = (digit: string) => `sha256:${digit.repeat(64)}`;

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2024, 0, 1);
const day = (number: number) => {
  const time = new Date(START + number * DAY);
  return { createTime: time, updateTime: time };
};

let group: string;
let repo: string;
let tag: string;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'registry');
  repo = await insertRepo(group, 'nginx', {
    description: 'A web server',
    catalogTier: 'APPLICATION',
    bundles: ['web'],
    aliases: ['nginx-latest'],
    activeTags: ['1.27', 'latest'],
    readme: '# nginx',
    ...day(1),
  });
  for (const [at, name] of ['b', 'A', 'ä', 'a'].entries()) {
    await insertRepo(at > 1 ? grove.rootUid : group, name, day(at % 2));
  }
  await insertAdvisory(group, 'GO-2024-2687');
  tag = await insertTag(repo, 'latest', {
    digest: digest('b'),
    deprecated: true,
    bundles: ['web'],
    mediaType: 'application/vnd.oci.image.index.v1+json',
    sizeBytes: 9_007_199_254_740_993n,
    architectures: ['amd64', 'arm64'],
    referrers: [{ digest: digest('d'), artifactType: 'application/spdx+json', sizeBytes: '7' }],
    ...day(0),
  });
  for (const [at, name] of ['1.9', '1.10', '1.27', 'Z'].entries()) {
    await insertTag(repo, name, { digest: digest(at % 2 === 0 ? 'b' : 'c'), ...day(at % 3) });
  }
});

describe('repos', () => {
  it('are read whole', async () => {
    const answer = await grove.get(`${REPOS}/${repo}`);
    expect(ok(answer)).toEqual({
      uid: repo,
      name: 'nginx',
      description: 'A web server',
      catalogTier: 'APPLICATION',
      bundles: ['web'],
      aliases: ['nginx-latest'],
      activeTags: ['1.27', 'latest'],
      readme: '# nginx',
      createTime: '2024-01-02T00:00:00.000Z',
      updateTime: '2024-01-02T00:00:00.000Z',
    });
    expect(answer.headers.get('etag')).toMatch(/^"/);
    expect((await list(grove, REPOS, { name: 'nginx' })).items).toEqual([answer.body]);
    expect((await list(grove, REPOS, { name: 'b' })).items).toMatchObject([
      { description: '', catalogTier: 'CATALOG_TIER_UNSPECIFIED', bundles: [], readme: '' },
    ]);
  });

  testOrders(REPOS, { ...TIME_ORDERS, name: byMember('name') });
  testUnknownParameters(REPOS);

  it('are filtered by hierarchy', async () => {
    const total = async (query: Record<string, string>) =>
      (await list(grove, REPOS, query)).totalCount;
    expect(await total({ 'uidp.children_of': group })).toBe(3);
    expect(await total({ 'uidp.in_root': 'true' })).toBe(2);
    expect(await total({ 'uidp.descendants_of': grove.rootUid })).toBe(5);
    expect(await total({ 'uidp.ancestors_of': tag })).toBe(5);
    expect(await total({ 'uidp.ids': repo })).toBe(1);
  });
});

describe('tags', () => {
  it('are read whole, with their size as text', async () => {
    const answer = await grove.get(`${TAGS}/${tag}`);
    expect(ok(answer)).toEqual({
      uid: expect.stringMatching(`^${repo}/[0-9a-f]{16}$`) as string,
      name: 'latest',
      digest: digest('b'),
      deprecated: true,
      bundles: ['web'],
      mediaType: 'application/vnd.oci.image.index.v1+json',
      sizeBytes: '9007199254740993',
      architectures: ['amd64', 'arm64'],
      referrers: [
        { digest: digest('d'), artifactType: 'application/spdx+json', sizeBytes: '7', tag: '' },
      ],
      createTime: '2024-01-01T00:00:00.000Z',
      updateTime: '2024-01-01T00:00:00.000Z',
    });
    expect((await list(grove, TAGS, { name: 'latest' })).items).toEqual([answer.body]);
  });

  testOrders(TAGS, {
    ...TIME_ORDERS,
    name: byName(),
    version: ({ name }) => naturalOrder(String(name)),
  });

  it('are ordered as versions', async () => {
    const { items } = await list(grove, TAGS, { order_by: 'version', 'uidp.children_of': repo });
    expect(items.map(({ name }) => name)).toEqual(['1.9', '1.10', '1.27', 'Z', 'latest']);
  });
  testUnknownParameters(TAGS);

  it('are children of their repository, and can be filtered', async () => {
    const names = async (query: Record<string, string>) =>
      (await list(grove, TAGS, query)).items.map(({ name }) => name).sort();
    expect(await names({ 'uidp.children_of': repo })).toHaveLength(5);
    expect(await names({ 'uidp.children_of': group })).toEqual([]);
    expect(await names({ 'uidp.descendants_of': group })).toHaveLength(5);
    expect(await names({ digest: digest('b') })).toEqual(['1.27', '1.9', 'latest']);
    expect(await names({ digest: digest('b'), name: '1.9' })).toEqual(['1.9']);
    expect(await names({ updated_since: '2024-01-02T00:00:00Z' })).toEqual(['1.10', '1.27']);
    expect(await names({ updatedSince: '2024-01-02T00:00:00.001Z' })).toEqual(['1.27']);
    expect(await names({ updated_since: '2024-01-03T01:00:00+01:00' })).toEqual(['1.27']);
    for (const time of ['yesterday', '2024-01-01', '2024-13-01T00:00:00Z', '']) {
      expect(badFields(await grove.get(`${TAGS}?updated_since=${time}`))).toEqual([
        'updated_since',
      ]);
    }
  });
});

describe('all of them', () => {
  it.each([
    [REPOS, 'Repo', 'repo.list'],
    [TAGS, 'Tag', 'tag.list'],
    [ADVISORIES, 'Advisory', 'advisories.list'],
  ])('%s are only read, by who may', async (path, type, capability) => {
    const absent = `${group}/${'0'.repeat(16)}`;
    aboutResource(await grove.get(`${path}/${absent}`), 'NOT_FOUND', type, absent);
    for (const method of ['POST', 'PATCH', 'DELETE', 'PUT']) {
      for (const target of [path, `${path}/${group}`]) {
        const answer = await grove.call(method, target, { body: {} });
        failure(answer, 'UNIMPLEMENTED');
        expect(answer.headers.get('allow')).toBe('GET');
      }
    }
    const { token } = await newPerson(grove);
    expect((await list(grove, path, {}, token)).totalCount).toBe(0);
    denied(await grove.get(`${path}/${absent}`, { token }), capability, absent);
    const viewer = await personWith(grove, 'viewer', group);
    const seen = await list(grove, path, {}, viewer.token);
    expect(seen.totalCount).toBeGreaterThan(0);
    expect(seen.uids.every((uid) => uid.startsWith(`${group}/`))).toBe(true);
  });
});
