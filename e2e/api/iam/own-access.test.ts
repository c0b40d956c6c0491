import { expect } from 'vitest';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, denied, failure, ok, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newName } from '../support/names.ts';
import { bind, newGroup, newPerson, newRole, personWith, roleUidOf } from '../support/people.ts';

const OWN = '/iam/v2beta1/access:own';
const BINDINGS = '/iam/v2beta1/roleBindings';
const DAY_MS = 86_400_000;

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

interface Own {
  roleBindings: Json[];
  roles: Json[];
  nextPageToken: string;
}

const own = async (token: string, query = ''): Promise<Own> =>
  ok(await grove.get(`${OWN}${query}`, { token })) as unknown as Own;

const uidsOf = ({ roleBindings }: Own) => roleBindings.map(({ uid }) => uid);

it('is there for whoever may list no role bindings, with what their roles grant', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const role = await newRole(grove, ['tag.list']);
  const person = await personWith(grove, role, group);
  await personWith(grove, 'viewer', group);

  const answer = await own(person.token);
  expect(answer.roleBindings).toMatchObject([
    { identity: { uid: person.uid }, group: { uid: group }, role: { uid: role } },
  ]);
  expect(answer.roles).toMatchObject([{ uid: role, capabilities: ['tag.list'] }]);
  expect(answer.nextPageToken).toBe('');
  const listed = ok(await grove.get(BINDINGS, { token: person.token }));
  expect(listed['roleBindings']).toEqual([]);
});

it('is empty for whoever has no role, and refused to nobody else', async () => {
  const { token } = await newPerson(grove);
  expect(await own(token)).toEqual({ roleBindings: [], roles: [], nextPageToken: '' });
  failure(await grove.get(OWN, { token: null }), 'UNAUTHENTICATED');
});

it('has what begins later, and nothing that has ended', async () => {
  const { uid, token } = await newPerson(grove);
  const create = async (role: string, times: Json) =>
    String(
      ok(
        await grove.post(`${BINDINGS}/${grove.rootUid}`, {
          identityUid: uid,
          roleUid: roleUidOf(role),
          ...times,
        }),
      )['uid'],
    );
  const coming = await create('viewer', { startTime: inDays(2), ttl: '3600s' });
  const ended = await create('auditor', {});
  await rowsIn('RoleBinding').update({
    where: { uid: ended },
    data: { expirationTime: new Date(Date.now() - DAY_MS) },
  });
  const answer = await own(token);
  expect(uidsOf(answer)).toEqual([coming]);
  expect(answer.roles).toMatchObject([{ uid: roleUidOf('viewer') }]);
});

it('leaves out what a block stops, also before it begins', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { uid, token } = await newPerson(grove, group);
  await bind(grove, group, uid, 'viewer');
  const body = { identityUid: uid, roleUid: roleUidOf('auditor'), startTime: inDays(1) };
  ok(await grove.post(`${BINDINGS}/${group}`, body));
  expect((await own(token)).roleBindings).toHaveLength(2);

  // In the group alone: whoever blocks has no right above it.
  const owner = await personWith(grove, 'owner', group);
  ok(await grove.post('/iam/v2beta1/identities:block', { uid }, { token: owner.token }));
  const kept = await bind(grove, grove.rootUid, uid, 'registry.viewer');
  expect(uidsOf(await own(token))).toEqual([kept['uid']]);
});

it('says what a policy asks for that keeps everything from the caller', async () => {
  const { uid, token } = await personWith(grove, 'viewer', grove.rootUid);
  const body = { identityUid: uid, roleUid: roleUidOf('auditor'), startTime: inDays(1) };
  ok(await grove.post(`${BINDINGS}/${grove.rootUid}`, body));
  const policy = '/iam/v2beta1/groups:updatePolicy';
  const inside = { headers: { 'x-forwarded-for': '203.0.113.5' } };
  const apiNetworks = ['203.0.113.0/24'];
  ok(await grove.post(policy, { groupUid: grove.rootUid, apiNetworks }, inside));
  expect(preconditions(await grove.get(OWN, { token }))).toEqual(['NETWORK_NOT_ALLOWED']);
  ok(await grove.post(policy, { groupUid: grove.rootUid, apiNetworks: [] }, inside));
  expect((await own(token)).roleBindings).toHaveLength(2);
});

it('comes in pages, each with the roles of its bindings', async () => {
  const { uid, token } = await newPerson(grove);
  const made = [];
  for (const role of ['viewer', 'editor', 'auditor']) {
    const group = await newGroup(grove, grove.rootUid);
    made.push(String((await bind(grove, group, uid, role))['uid']));
  }
  const first = await own(token, '?page_size=2');
  expect(first.roleBindings).toHaveLength(2);
  expect(first.roles).toHaveLength(2);
  const rest = await own(token, `?page_size=2&page_token=${first.nextPageToken}`);
  expect(rest.nextPageToken).toBe('');
  expect([...uidsOf(first), ...uidsOf(rest)]).toEqual(made.toSorted());

  const other = await newPerson(grove);
  const stolen = await grove.get(`${OWN}?page_token=${first.nextPageToken}`, {
    token: other.token,
  });
  expect(badFields(stolen)).toEqual(['page_token']);
  expect(badFields(await grove.get(`${OWN}?page_size=-1`, { token }))).toEqual(['page_size']);
});

it('shows a key nothing that another organization gives its identity', async () => {
  const elsewhere = String(
    ok(await grove.post('/iam/v2beta1/groups', { name: newName('elsewhere') }))['uid'],
  );
  const maker = await personWith(grove, 'owner', grove.rootUid);
  const { uid, token } = await personWith(grove, 'viewer', grove.rootUid);
  const here = uidsOf(await own(token));
  const there: unknown[] = [];
  const later = { startTime: inDays(1), ttl: '3600s' };
  for (const [role, times] of [['viewer', {}] as const, ['editor', later] as const]) {
    const binding = { identityUid: uid, roleUid: roleUidOf(role), ...times };
    there.push(ok(await grove.post(`${BINDINGS}/${elsewhere}`, binding))['uid']);
  }
  expect(uidsOf(await own(token)).sort()).toEqual([...here, ...there].sort());
  const body = { name: newName('key'), identityUid: uid, ttl: '3600s' };
  const made = ok(await grove.post(`/iam/v2beta1/identityKeys/${grove.rootUid}`, body, maker));
  const key = String(made['key']);
  expect(uidsOf(await own(key))).toEqual(here);
  const explain = (by: string) =>
    grove.post(
      '/iam/v2beta1/access:explain',
      { identityUid: uid, groupUid: elsewhere },
      { token: by },
    );
  denied(await explain(key), 'role_bindings.list', elsewhere);
  ok(await explain(token));
});
