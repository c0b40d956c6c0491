/** What ends by itself is an event, once. */
import { expect } from 'vitest';
import { recordExpiries } from '#lib/service/record/expiries.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup, newPerson, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';

async function ends(group: string): Promise<[unknown, unknown][]> {
  const answer = await grove.get(`${IAM}/events?group_uid=${group}&page_size=200`);
  return (ok(answer)['events'] as Json[])
    .filter(({ type }) => String(type).endsWith('.expired.v1'))
    .map(({ type, subject }) => [type, subject]);
}

it('records the ends of keys, invites and role bindings', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { uid: identityUid } = await newPerson(grove, group);
  const roleUid = roleUidOf('viewer');
  const made = async (path: string, body: Json) =>
    String(ok(await grove.post(`${IAM}/${path}/${group}`, body))['uid']);
  const key = await made('identityKeys', { name: newName('key'), identityUid, ttl: '3600s' });
  const invite = await made('groupInvites', { roleUid, ttl: '3600s' });
  const binding = await made('roleBindings', { roleUid, identityUid, ttl: '3600s' });
  await recordExpiries();
  expect(await ends(group)).toEqual([]);

  const before = { uid: { in: [key, invite, binding] } };
  const data = { expirationTime: new Date(Date.now() - 1) };
  for (const table of ['IdentityKey', 'GroupInvite', 'RoleBinding'] as const) {
    await rowsIn(table).update({ where: before, data });
  }
  await recordExpiries();
  await recordExpiries();
  const expected = [
    ['grove.iam.identity_key.expired.v1', key],
    ['grove.iam.group_invite.expired.v1', invite],
    ['grove.iam.role_binding.expired.v1', binding],
  ];
  expect((await ends(group)).sort()).toEqual(expected.sort());
});
