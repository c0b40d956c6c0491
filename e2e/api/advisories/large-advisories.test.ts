import { expect, vi } from 'vitest';
import { newChildUid } from '#lib/aip/uid.ts';
import { committed, transaction, type Weight } from '#lib/store/store.ts';
import { grove, it } from '../fixtures.ts';
import { list, listAll, listPath, type Query } from '../support/lists.ts';
import { violations } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';

const ADVISORIES = '/vulnerabilities/v2beta1/advisories';
const MEGABYTE = 1024 * 1024;
const COUNT = 5;

let group: string;
let uids: string[];

/** @param sizes of the notes, in order. */
async function insertLarge(parent: string, sizes: readonly number[]): Promise<string[]> {
  const made = sizes.map(() => newChildUid(parent)).sort();
  await transaction(async (tx) => {
    for (const [at, uid] of made.entries()) {
      const createTime = new Date(Date.UTC(2024, 0, 1 + at));
      const note = { fixNotPlanned: { note: 'x'.repeat(sizes[at] ?? 0) } };
      const event = { uid: 'e', createTime: createTime.toISOString(), author: '', ...note };
      await tx.insert('Advisory', {
        uid,
        parent,
        severities: [],
        aliases: [],
        events: [event],
        advisoryId: `CVE-2026-${at}`,
        artifactName: 'package',
        artifactType: 'apk',
        severity: 0,
        status: 'FIX_NOT_PLANNED',
        createTime,
        updateTime: createTime,
      });
    }
  });
  return made;
}

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid);
  uids = await insertLarge(
    group,
    [4.5, 1.5, 1.5, 1.5, 1.5].map((size) => size * MEGABYTE),
  );
});

it.each<Query>([
  { 'uidp.children_of': '' },
  { 'uidp.descendants_of': '', statuses: ['FIX_NOT_PLANNED'] },
  { 'uidp.descendants_of': '', query: 'package', order_by: 'uid' },
])('ends a page of large advisories early, and leads on: %o', async (query) => {
  const [scope = ''] = Object.keys(query);
  const params = { ...query, [scope]: group, page_size: 200 };
  const first = await list(grove, ADVISORIES, params);
  expect(first).toMatchObject({ uids: uids.slice(0, 1), totalCount: COUNT, skipped: 0 });
  const more = { ...params, page_token: first.nextPageToken };
  const second = await list(grove, ADVISORIES, more);
  expect(second.uids).toEqual(uids.slice(1, 4));
  const third = await list(grove, ADVISORIES, { ...params, skip: 4 });
  expect(third).toMatchObject({ uids: uids.slice(4), totalCount: COUNT, skipped: 4 });
  // A page that ended early would hide rows from a client that skips to the next multiple of its size.
  const refused = await grove.get(listPath(ADVISORIES, { ...params, skip: 1 }));
  expect(Object.keys(violations(refused))).toEqual(['page_size']);
  const all = await listAll(grove, ADVISORIES, params);
  expect(all.map(({ uid }) => uid)).toEqual(uids);
});

it('has all of them in a list of v1', async () => {
  const { status, body } = await grove.get(
    `/vulnerabilities/v1/advisories?uidp.children_of=${group}`,
  );
  expect(status).toBe(200);
  expect((body['items'] as { id: string }[]).map(({ id }) => id)).toEqual(uids);
});

it('imports what changes large advisories in parts, all of it', async () => {
  const other = await newGroup(grove, grove.rootUid);
  const sizes = Array.from({ length: 12 }, (_, at) => (at === 0 ? 2.7 : 0.4) * MEGABYTE);
  const statements = (await insertLarge(other, sizes)).map((_, at) => ({
    vulnerability: { name: `CVE-2026-${at}` },
    products: [{ '@id': 'pkg:apk/wolfi/package' }],
    status: 'fixed',
  }));
  const context = 'https://openvex.dev/ns/v0.2.0';
  const named = { '@context': context, '@id': 'https://example.com/vex', version: 1 };
  const document = { ...named, author: 'a', timestamp: '2026-01-01T00:00:00Z', statements };
  const weigh = vi.spyOn(committed, 'weight');
  const response = await fetch(`${grove.url}${ADVISORIES}:import?group_uid=${other}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${grove.ownerToken}` },
    body: JSON.stringify(document),
  });
  // The first one is so large already that it must not grow.
  expect(await response.json()).toMatchObject({
    updated: sizes.length - 1,
    created: 0,
    rejected: 1,
  });
  const weights = await Promise.all(
    weigh.mock.results.map(({ value }) => value as Promise<Weight>),
  );
  expect(weights.filter(({ bytes }) => bytes <= 2 * 1024 * 1024).length).toBeGreaterThan(2);
});
