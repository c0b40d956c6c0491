/** A caller whose access comes from thousands of separate groups. */
import { expect } from 'vitest';
import { newChildUid } from '#lib/aip/uid.ts';
import { collectionPath } from '#lib/resources/catalog.ts';
import type { Filter } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { transaction } from '#lib/store/store.ts';
import { grove, it } from '../fixtures.ts';
import { type Json } from '../harness.ts';
import { okEmpty } from '../support/answers.ts';
import { insertAdvisory, insertGroups } from '../support/rows.ts';

const COUNT = 3_000;

let token: string;
/** An identity with the same bindings. */
let leaver: string;
let groups: string[];
/** A group that the caller reaches, and one that they do not. */
let inside: string;
let outside: string;

it.beforeAll(async () => {
  const { rootUid } = grove;
  const create = async (path: string, body: Json) =>
    String((await grove.post(path, body)).body['uid']);
  outside = await create(`/iam/v2beta1/groups/${rootUid}`, { name: 'outside' });
  const issuer = 'https://issuer.example.com';
  const scattered = (subject: string) =>
    create(`/iam/v2beta1/identities/${rootUid}`, {
      name: subject,
      claimMatch: { issuer, subject },
    });
  const [identityUid, other] = [await scattered('somebody'), await scattered('somebody else')];
  leaver = other;
  const roles = await grove.get('/iam/v2beta1/roles?name=owner');
  const roleUid = String((roles.body['roles'] as Json[])[0]?.['uid']);
  groups = await insertGroups(rootUid, COUNT);
  inside = groups[COUNT - 1] ?? '';
  const createTime = new Date();
  await transaction(async (tx) => {
    const ofBindings = { roleUid, createTime, revision: 1 };
    const unset = {
      providerUid: null,
      byItself: null,
      unconfirmedTime: null,
      boundAs: null,
      startTime: null,
      expirationTime: null,
    };
    for (const bound of [identityUid, leaver]) {
      const names = { identityUid: bound, ...ofBindings, ...unset };
      await tx.insertAll(
        'RoleBinding',
        groups.map((parent) => ({ uid: newChildUid(parent), parent, ...names })),
      );
    }
  });
  for (const group of [inside, outside, rootUid]) {
    await create(`/iam/v2beta1/identities/${group}`, {
      name: 'same',
      claimMatch: { issuer, subject: group },
    });
    await insertAdvisory(group, 'CVE-2026-1', { aliases: ['GHSA-1'] });
  }
  token = await grove.token(identityUid);
}, 120_000);

/** A value that the filter accepts. */
function valueFor(filter: Filter): string {
  switch (filter.kind) {
    case 'uid':
      return inside;
    case 'since':
    case 'until':
    case 'activeAt':
      return '2026-01-01T00:00:00Z';
    case 'isSet':
    case 'differs':
    case 'secondFactor':
    case 'inEffect':
    case 'isPast':
    case 'party':
      return 'true';
    case 'daysAgo':
    case 'withinDays':
      return '1';
    case 'timedState':
      return 'PENDING';
    case 'oneOf':
      return Object.keys(filter.values ?? { same: '' })[0] ?? '';
    default:
      return 'same';
  }
}

it.each(RESOURCES)('lists $collection with each filter', async (definition) => {
  for (const [name, filter] of Object.entries(definition.filters)) {
    const query = new URLSearchParams({ [name]: valueFor(filter) });
    const answer = await grove.get(`${collectionPath(definition)}?${query}`, { token });
    expect([name, answer.status, answer.body['message']]).toEqual([name, 200, undefined]);
  }
});

const IDENTITIES = '/iam/v2beta1/identities';
const ADVISORIES = '/vulnerabilities/v2beta1/advisories';

it.each([
  [IDENTITIES, 'name=same'],
  [IDENTITIES, 'query=SAM'],
  [ADVISORIES, 'aliases=GHSA-1'],
  [ADVISORIES, 'query=ghsa&order_by=created_at'],
  [ADVISORIES, 'uidp.ancestors_of=INSIDE/0000000000000000'],
])('finds in %s by %s what is in one of the groups', async (path, query) => {
  const answer = await grove.get(`${path}?${query.replace('INSIDE', inside)}`, { token });
  const [rows] = Object.values(answer.body).filter(Array.isArray) as Json[][];
  expect(answer.body['totalCount']).toBe('1');
  expect(rows?.map(({ uid }) => String(uid).startsWith(inside))).toEqual([true]);
});

it('describes the caller with the first of the groups by name', async () => {
  const { body } = await grove.get('/auth/v1/me', { token });
  const names = (body['topGroups'] as Json[]).map(({ name }) => String(name));
  expect(names).toEqual(
    groups
      .map((uid) => uid.slice(-16))
      .sort()
      .slice(0, names.length),
  );
});

it('lists them over v1', async () => {
  expect((await grove.get('/iam/v1/identities?name=same', { token })).status).toBe(200);
});

it('deletes an identity with all its bindings while others are served', async () => {
  const done: string[] = [];
  const deleted = grove.del(`${IDENTITIES}/${leaver}`).finally(() => done.push('deletion'));
  while (!done.includes('deletion')) {
    await grove.get(`/iam/v2beta1/groups/${outside}`);
    done.push('read');
  }
  okEmpty(await deleted);
  expect(done.length).toBeGreaterThan(10);
  const type = 'grove.iam.role_binding.deleted.v1';
  const { body } = await grove.get(`/iam/v2beta1/auditEvents?type=${type}`);
  expect(body['totalCount']).toBe(String(COUNT));
});
