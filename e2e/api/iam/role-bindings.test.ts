// @module-tag next
// @module-tag v1
import { describe, expect } from 'vitest';
import { rowsIn } from '../support/database.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import {
  aboutResource,
  badFields,
  denied,
  failure,
  ok,
  okEmpty,
  TIME,
} from '../support/answers.ts';
import { violations } from '../support/answers.ts';
import { byMember, list, testOrders, testUnknownParameters } from '../support/lists.ts';
import { bind, newGroup, newPerson, newRole, personWith, roleUidOf } from '../support/people.ts';

const BINDINGS = '/iam/v2beta1/roleBindings';
const ABSENT = '0'.repeat(16);

let group: string;

const create = (
  identityUid: unknown,
  role: string,
  { parent = group, token = grove.ownerToken } = {},
) => grove.post(`${BINDINGS}/${parent}`, { identityUid, roleUid: roleUidOf(role) }, { token });
const pathOf = ({ uid }: Json) => `${BINDINGS}/${String(uid)}`;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'bound');
});

describe('create', () => {
  it('answers identity, group and role whole, and no updateTime', async () => {
    const issuer = 'https://token.actions.example.com';
    const body = { name: 'ci', description: 'builds', claimMatch: { issuer, subject: 'acme' } };
    const identity = ok(await grove.post(`/iam/v2beta1/identities/${grove.rootUid}`, body));
    const answer = await create(identity['uid'], 'viewer');
    const binding = ok(answer);
    const role = ok(await grove.get(`/iam/v2beta1/roles/${roleUidOf('viewer')}`));
    expect(binding).toEqual({
      uid: expect.stringMatching(`^${group}/[0-9a-f]{16}$`) as string,
      identity: {
        uid: identity['uid'],
        name: 'ci',
        description: 'builds',
        subject: 'acme',
        issuer,
        email: '',
      },
      group: { uid: group, name: 'bound', description: '' },
      role: { uid: role['uid'], name: 'viewer', description: role['description'] },
      createTime: expect.stringMatching(TIME) as string,
    });
    expect(ok(await grove.get(pathOf(binding)))).toEqual(binding);
    const { items } = await list(grove, BINDINGS, { identity: String(identity['uid']) });
    expect(items).toEqual([binding]);
    expect(answer.headers.get('etag')).toMatch(/^"/);
  });

  it('shows the current names of its references', async () => {
    const { uid } = await newPerson(grove);
    const binding = await bind(grove, group, uid, 'viewer');
    ok(await grove.patch(`/iam/v2beta1/identities/${uid}`, { name: 'renamed' }));
    expect(ok(await grove.get(pathOf(binding)))).toMatchObject({ identity: { name: 'renamed' } });
  });

  it('needs both references', async () => {
    const post = (body: unknown) => grove.post(`${BINDINGS}/${group}`, body);
    expect(violations(await post({}))).toEqual({
      identityUid: 'is required',
      roleUid: 'is required',
    });
    expect(badFields(await post({ identityUid: 1, roleUid: 'viewer', role: {}, x: 1 }))).toEqual(
      ['identityUid', 'roleUid', 'x'].sort(),
    );
    const absent = `${group}/${ABSENT}`;
    expect(badFields(await post({ identityUid: absent, roleUid: absent }))).toEqual([
      'identityUid',
      'roleUid',
    ]);
  });

  it('refuses an identity in the same words whether it is absent or out of sight', async () => {
    const org = ok(await grove.post('/iam/v2beta1/groups', { name: 'other org' }));
    const stranger = await newPerson(grove, String(org['uid']));
    const owner = await personWith(grove, 'owner', group);
    const options = { token: owner.token };
    const unseen = await create(stranger.uid, 'viewer', options);
    const absent = await create(`${group}/${ABSENT}`, 'viewer', options);
    expect(violations(unseen)).toEqual(violations(absent));
    expect(badFields(unseen)).toEqual(['identityUid']);
  });

  it('takes an identity of another organization that the binder may see', async () => {
    const org = ok(await grove.post('/iam/v2beta1/groups', { name: 'second org' }));
    const consultant = await newPerson(grove, String(org['uid']));
    expect(ok(await create(consultant.uid, 'viewer'))).toMatchObject({
      identity: { uid: consultant.uid },
      group: { uid: group },
    });
    ok(await grove.get(`/iam/v2beta1/groups/${group}`, { token: consultant.token }));
  });

  it('refuses a role in the same words whether absent, out of sight or of another group', async () => {
    const { uid } = await newPerson(grove);
    const sibling = await newGroup(grove, grove.rootUid, 'sibling');
    const elsewhere = ok(
      await grove.post(`/iam/v2beta1/roles/${sibling}`, { name: 'r', capabilities: ['tag.list'] }),
    );
    const local = await personWith(grove, 'owner', group);
    const unseen = await newRole(grove, ['tag.list']);
    const words = [
      violations(await create(uid, `${group}/${ABSENT}`)),
      violations(await create(uid, String(elsewhere['uid']))),
      violations(await create(local.uid, unseen, { token: local.token })),
      violations(await create(uid, 'f'.repeat(40))),
    ];
    for (const one of words) expect(one).toEqual(words[0]);
    expect(Object.keys(words[0] ?? {})).toEqual(['roleUid']);
    ok(await create(uid, String(elsewhere['uid']), { parent: sibling }));
    ok(await create(uid, unseen));
  });

  it('binds a role to an identity at most once in a group', async () => {
    const { uid } = await newPerson(grove);
    const first = await bind(grove, group, uid, 'viewer');
    aboutResource(
      await create(uid, 'viewer'),
      'ALREADY_EXISTS',
      'RoleBinding',
      roleUidOf('viewer'),
    );
    ok(await create(uid, 'viewer', { parent: grove.rootUid }));
    const second = await bind(grove, group, uid, 'auditor');
    failure(await grove.patch(pathOf(second), { roleUid: roleUidOf('viewer') }), 'ALREADY_EXISTS');
    okEmpty(await grove.del(pathOf(first)));
    ok(await grove.patch(pathOf(second), { roleUid: roleUidOf('viewer') }));
  });

  it('needs a parent that exists', async () => {
    const parent = `${group}/${ABSENT}`;
    aboutResource(await create(grove.ownerUid, 'viewer', { parent }), 'NOT_FOUND', 'Group', parent);
  });
});

describe('list', () => {
  let listed: string;
  const people: string[] = [];

  it.beforeAll(async () => {
    listed = await newGroup(grove, group, 'listed');
    for (let i = 0; i < 4; i += 1) {
      const { uid } = await newPerson(grove);
      people.push(uid);
      await bind(grove, listed, uid, 'viewer');
      if (i > 1) await bind(grove, listed, uid, 'auditor');
    }
    await rowsIn('RoleBinding').update({
      where: { parent: listed, identityUid: { in: people.slice(1, 3) } },
      data: { createTime: new Date(Date.now() - 1000) },
    });
  });

  const time = byMember('createTime');
  testOrders(BINDINGS, { uid: byMember('uid'), created_at: time, create_time: time }, () => ({
    'uidp.children_of': listed,
  }));

  it('has no order or filter by fields that a binding lacks', async () => {
    for (const field of ['name', 'updated_at', 'update_time']) {
      expect(badFields(await grove.get(`${BINDINGS}?order_by=${field}`))).toEqual(['order_by']);
    }
    expect(badFields(await grove.get(`${BINDINGS}?name=x`))).toEqual(['name']);
  });

  it('filters by identity, group and role, and by all of them', async () => {
    const total = async (query: Record<string, string>) =>
      (await list(grove, BINDINGS, query)).totalCount;
    const [, , third = ''] = people;
    expect(await total({ identity: third })).toBe(2);
    expect(await total({ group: listed })).toBe(6);
    expect(await total({ group: listed, role: roleUidOf('auditor') })).toBe(2);
    expect(await total({ identity: third, role: roleUidOf('auditor'), group: listed })).toBe(1);
    expect(await total({ identity: third, group })).toBe(0);
    expect(await total({ 'uidp.descendants_of': group })).toBe(
      (await total({ group })) + (await total({ group: listed })),
    );
    for (const name of ['identity', 'group', 'role']) {
      expect(badFields(await grove.get(`${BINDINGS}?${name}=x`))).toEqual([name]);
    }
  });

  testUnknownParameters(BINDINGS);
});

describe('in_effect', () => {
  it('keeps bindings of blocked identities and unconfirmed ones apart', async () => {
    const parent = await newGroup(grove, grove.rootUid);
    const [works, blocked, unconfirmed] = [
      await newPerson(grove),
      await newPerson(grove),
      await newPerson(grove),
    ];
    for (const { uid } of [works, blocked, unconfirmed]) await bind(grove, parent, uid, 'viewer');
    ok(await grove.post('/iam/v2beta1/identities:block', { uid: blocked.uid }));
    await rowsIn('RoleBinding').update({
      where: { identityUid: unconfirmed.uid },
      data: { unconfirmedTime: new Date() },
    });
    const boundBy = async (query: Record<string, string>) => {
      const { items } = await list(grove, BINDINGS, { 'uidp.children_of': parent, ...query });
      return items.map(({ identity }) => (identity as Json)['uid']).toSorted();
    };
    expect(await boundBy({ in_effect: 'true' })).toEqual([works.uid]);
    expect(await boundBy({ in_effect: 'false' })).toEqual([blocked.uid, unconfirmed.uid].sort());
    expect(await boundBy({})).toHaveLength(3);
    ok(await grove.post('/iam/v2beta1/identities:unblock', { uid: blocked.uid }));
    expect(await boundBy({ in_effect: 'false' })).toEqual([unconfirmed.uid]);
    expect(badFields(await grove.get(`${BINDINGS}?in_effect=maybe`))).toEqual(['in_effect']);
  });
});

describe('update and delete', () => {
  it('changes identity or role, by the names of create', async () => {
    const [one, two] = [await newPerson(grove), await newPerson(grove)];
    const path = pathOf(await bind(grove, group, one.uid, 'viewer'));
    const body = { identityUid: two.uid, roleUid: roleUidOf('auditor') };
    expect(ok(await grove.patch(`${path}?updateMask=role_uid`, body))).toMatchObject({
      identity: { uid: one.uid },
      role: { name: 'auditor' },
    });
    const answer = await grove.patch(path, { identityUid: two.uid });
    expect(ok(answer)).toMatchObject({ identity: { uid: two.uid }, role: { name: 'auditor' } });
    expect(badFields(await grove.patch(`${path}?updateMask=roleUid`, {}))).toEqual(['roleUid']);
    expect(badFields(await grove.patch(`${path}?updateMask=role`, {}))).toEqual(['updateMask']);
    expect(badFields(await grove.patch(path, { roleUid: `${group}/${ABSENT}` }))).toEqual([
      'roleUid',
    ]);
    const headers = { 'if-match': '"0"' };
    failure(await grove.patch(path, { identityUid: one.uid }, { headers }), 'ABORTED');
    ok(
      await grove.patch(path, answer.body, {
        headers: { 'if-match': answer.headers.get('etag') ?? '' },
      }),
    );
  });

  it('ends access at once', async () => {
    const { uid, token } = await newPerson(grove);
    const binding = await bind(grove, group, uid, 'viewer');
    ok(await grove.get(`/iam/v2beta1/groups/${group}`, { token }));
    okEmpty(await grove.del(pathOf(binding)));
    denied(await grove.get(`/iam/v2beta1/groups/${group}`, { token }), 'groups.list', group);
    aboutResource(
      await grove.del(pathOf(binding)),
      'NOT_FOUND',
      'RoleBinding',
      String(binding['uid']),
    );
  });
});
