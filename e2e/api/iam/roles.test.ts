// @module-tag next-long
// @module-tag v1
import { describe, expect } from 'vitest';
import { BUILT_IN_ROLES } from '#lib/resources/built-in-roles.ts';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
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
import { preconditions, violations } from '../support/answers.ts';
import { byName, list, testOrders, testUnknownParameters, TIME_ORDERS } from '../support/lists.ts';
import { bind, newGroup, newPerson, newRole, personWith, roleUidOf } from '../support/people.ts';

const ROLES = '/iam/v2beta1/roles';

let group: string;

const create = (body: unknown, parent = group) => grove.post(`${ROLES}/${parent}`, body);
const listed = (names: readonly string[]) => ({ name: 'x', capabilities: names });

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'roles');
});

describe('built-in roles', () => {
  const viewer = CAPABILITIES.filter(
    (name) =>
      name.endsWith('.list') &&
      !['audit.list', 'subscriptions.list', 'request_rules.list', 'access_requests.list'].includes(
        name,
      ),
  );
  const readers = ['groups.list', 'repo.list', 'tag.list'];
  const expected: Record<string, readonly string[]> = {
    viewer,
    editor: [
      ...viewer,
      ...['identity', 'account_associations'].flatMap((family) =>
        ['create', 'update', 'delete'].map((verb) => `${family}.${verb}`),
      ),
      'group_invites.create',
      'group_invites.delete',
      'identity_keys.create',
      'identity_keys.delete',
      'repo.sync',
      'advisories.import',
      'saved_views.share',
      ...['list', 'create', 'update', 'delete'].map((verb) => `subscriptions.${verb}`),
    ],
    owner: CAPABILITIES,
    'registry.viewer': readers,
    'advisories.viewer': [...readers, 'advisories.list'],
    auditor: [
      ...viewer,
      'subscriptions.list',
      'request_rules.list',
      'access_requests.list',
      'audit.list',
    ],
  };

  it('grant the documented capabilities', async () => {
    const { items } = await list(grove, ROLES, { page_size: 200 });
    const builtIn = items.filter(({ uid }) => /^[0-9a-f]{40}$/.test(String(uid)));
    expect(builtIn.map(({ name }) => name).sort()).toEqual(Object.keys(expected).sort());
    for (const { name, description, capabilities, createTime, updateTime } of builtIn) {
      expect((capabilities as string[]).toSorted()).toEqual(expected[String(name)]?.toSorted());
      expect(description).toMatch(/^Built-in role/);
      expect([createTime, updateTime]).toEqual([
        expect.stringMatching(TIME),
        expect.stringMatching(TIME),
      ]);
    }
  });

  it('are visible to every identity, and to nobody else', async () => {
    const { token } = await newPerson(grove);
    const page = await list(grove, ROLES, {}, token);
    expect(page.totalCount).toBe(BUILT_IN_ROLES.length);
    expect(page.uids).toEqual(BUILT_IN_ROLES.map(({ uid }) => uid).sort());
    const uid = roleUidOf('viewer');
    expect(ok(await grove.get(`${ROLES}/${uid}`, { token }))).toMatchObject({
      uid,
      name: 'viewer',
    });
    failure(await grove.get(ROLES, { token: null }), 'UNAUTHENTICATED');
  });

  it('can be neither changed nor deleted', async () => {
    for (const { uid } of BUILT_IN_ROLES) {
      const before = ok(await grove.get(`${ROLES}/${uid}`));
      const changed = await grove.patch(`${ROLES}/${uid}`, { description: 'mine' });
      expect(preconditions(changed)).toEqual(['RESOURCE_BUILT_IN']);
      expect(preconditions(await grove.del(`${ROLES}/${uid}`))).toEqual(['RESOURCE_BUILT_IN']);
      expect(ok(await grove.get(`${ROLES}/${uid}`))).toEqual(before);
    }
  });
});

describe('create', () => {
  it('answers every field, capabilities in the order given', async () => {
    const capabilities = ['tag.list', 'groups.list'];
    const role = ok(await create({ name: 'Tag reader', description: 'd', capabilities }));
    expect(role).toEqual({
      uid: expect.stringMatching(`^${group}/[0-9a-f]{16}$`) as string,
      name: 'Tag reader',
      description: 'd',
      capabilities,
      createTime: expect.stringMatching(TIME) as string,
      updateTime: role['createTime'],
    });
    expect(ok(await grove.get(`${ROLES}/${String(role['uid'])}`))).toEqual(role);
  });

  it.each<[string, Json, string[]]>([
    ['a body', {}, ['capabilities', 'name']],
    ['at least one capability', listed([]), ['capabilities']],
    ['no capability twice', listed(['tag.list', 'tag.list']), ['capabilities']],
    [
      'known capabilities',
      listed(['tag.list', 'tag.make', '']),
      ['capabilities.1', 'capabilities.2'],
    ],
    ['a list', { name: 'x', capabilities: 'tag.list' }, ['capabilities']],
    ['texts', { name: 'x', capabilities: [1] }, ['capabilities.0']],
    ['a name', { name: '', capabilities: ['tag.list'] }, ['name']],
    ['known fields', { ...listed(['tag.list']), verbs: [] }, ['verbs']],
  ])('asks for %s', async (_, body, fields) => {
    expect(badFields(await create(body))).toEqual(fields);
  });

  it('keeps the names of a group distinct', async () => {
    ok(await create({ ...listed(['tag.list']), name: 'same' }));
    const again = await create({ ...listed(['repo.list']), name: 'same' });
    aboutResource(again, 'ALREADY_EXISTS', 'Role', 'same');
    expect(failure(again, 'ALREADY_EXISTS').metadata['field']).toBe('name');
    ok(await create({ ...listed(['tag.list']), name: 'same' }, grove.rootUid));
    ok(await create({ ...listed(['tag.list']), name: 'viewer' }));
  });

  it('contains no more than its creator holds', async () => {
    const role = await newRole(grove, ['roles.create', 'roles.update', 'tag.list']);
    const { token } = await personWith(grove, role, group);
    const allowed = await grove.post(
      `${ROLES}/${group}`,
      { name: 'own', capabilities: ['tag.list'] },
      { token },
    );
    const path = `${ROLES}/${String(ok(allowed)['uid'])}`;
    const capabilities = ['tag.list', 'groups.list', 'audit.list'];
    const missing = 'groups.list,audit.list';
    const more = { name: 'more', capabilities };
    const created = await grove.post(`${ROLES}/${group}`, more, { token });
    denied(created, missing, group);
    expect(failure(created, 'PERMISSION_DENIED').message).toContain('groups.list, audit.list');
    denied(await grove.patch(path, { capabilities }, { token }), missing, group);
    denied(
      await grove.post(`${ROLES}/${grove.rootUid}`, listed(['tag.list']), { token }),
      'roles.create',
      grove.rootUid,
    );
    ok(await grove.patch(path, { description: 'x' }, { token }));
    const { uid } = ok(await grove.post(`${ROLES}/${group}`, more));
    const wider = `${ROLES}/${String(uid)}`;
    ok(await grove.patch(wider, { description: 'for auditors' }, { token }));
    denied(
      await grove.patch(wider, { capabilities: ['tag.list', 'audit.list'] }, { token }),
      'audit.list',
      group,
    );
  });
});

describe('list', () => {
  const time = new Date(Date.now() - 1000);

  it.beforeAll(async () => {
    const inner = await newGroup(grove, group, 'inner');
    for (const name of ['c', 'A', 'b', 'ä', 'a']) {
      ok(await create({ ...listed(['tag.list']), name }, inner));
    }
    await rowsIn('Role').update({
      where: { name: { in: ['a', 'b', 'ä'] } },
      data: { createTime: time, updateTime: time },
    });
  });

  testOrders(ROLES, { ...TIME_ORDERS, name: byName() });

  it('filters by name and hierarchy', async () => {
    const own = await newGroup(grove, grove.rootUid);
    const { uid } = ok(await create({ name: 'viewer', capabilities: ['groups.list'] }, own));
    const { uids } = await list(grove, ROLES, { name: 'viewer' });
    expect(uids).toEqual(expect.arrayContaining([uid, roleUidOf('viewer')]));
    const query = { name: 'viewer', 'uidp.descendants_of': own };
    expect((await list(grove, ROLES, query)).totalCount).toBe(1);
    const ids = { 'uidp.ids': [roleUidOf('owner'), roleUidOf('auditor')] };
    expect((await list(grove, ROLES, ids)).totalCount).toBe(2);
    const below = await list(grove, ROLES, { 'uidp.children_of': group, page_size: 200 });
    expect(below.uids.every((uid) => uid.startsWith(`${group}/`))).toBe(true);
    const inRoot = await list(grove, ROLES, { 'uidp.in_root': true });
    expect(inRoot.uids.every((uid) => uid.startsWith(`${grove.rootUid}/`))).toBe(true);
  });

  testUnknownParameters(ROLES);
});

describe('update and delete', () => {
  it('takes effect for the role’s holders immediately', async () => {
    const uid = await newRole(grove, ['groups.list']);
    const { token } = await personWith(grove, uid, group);
    ok(await grove.get(`/iam/v2beta1/groups/${group}`, { token }));
    ok(await grove.patch(`${ROLES}/${uid}`, { capabilities: ['tag.list'] }));
    denied(await grove.get(`/iam/v2beta1/groups/${group}`, { token }), 'groups.list', group);
  });

  it('respects masks, ETags and rules', async () => {
    const uid = await newRole(grove, ['groups.list']);
    const path = `${ROLES}/${uid}`;
    const before = await grove.get(path);
    expect(violations(await grove.patch(`${path}?updateMask=capabilities`, {}))).toEqual({
      capabilities: 'is required',
    });
    expect(badFields(await grove.patch(path, { capabilities: [] }))).toEqual(['capabilities']);
    expect(badFields(await grove.patch(`${path}?updateMask=uid`, {}))).toEqual(['updateMask']);
    expect(ok(await grove.patch(path, { capabilities: ['groups.list'] }))).toEqual(before.body);
    const body = { name: 'no', capabilities: ['tag.list', 'repo.list'] };
    const after = ok(await grove.patch(`${path}?updateMask=capabilities`, body));
    expect(after).toEqual({
      ...before.body,
      capabilities: body.capabilities,
      updateTime: after['updateTime'],
    });
    const headers = { 'if-match': before.headers.get('etag') ?? '' };
    failure(await grove.patch(path, { name: 'late' }, { headers }), 'ABORTED');
    failure(await grove.del(path, { headers }), 'ABORTED');
    okEmpty(await grove.del(path));
    aboutResource(await grove.get(path), 'NOT_FOUND', 'Role', uid);
    aboutResource(await grove.patch(path, {}), 'NOT_FOUND', 'Role', uid);
  });

  it('keeps a role that is in use, and says by what', async () => {
    const uid = await newRole(grove, ['groups.list']);
    const { uid: person } = await newPerson(grove);
    const binding = await bind(grove, group, person, uid);
    const invite = await grove.post(`/iam/v2beta1/groupInvites/${group}`, {
      roleUid: uid,
      ttl: '60s',
    });
    const oidc = { issuer: 'https://idp.example.com', clientId: 'c' };
    const provider = await grove.post(`/iam/v2beta1/identityProviders/${group}`, {
      name: 'p',
      defaultRole: uid,
      oidc,
    });
    expect(preconditions(await grove.del(`${ROLES}/${uid}`))).toEqual(
      Array<string>(3).fill('RESOURCE_IN_USE'),
    );
    okEmpty(await grove.del(`/iam/v2beta1/groupInvites/${String(ok(invite)['uid'])}`));
    okEmpty(await grove.del(`/iam/v2beta1/identityProviders/${String(ok(provider)['uid'])}`));
    expect(preconditions(await grove.del(`${ROLES}/${uid}`))).toEqual(['RESOURCE_IN_USE']);
    okEmpty(await grove.del(`/iam/v2beta1/roleBindings/${String(binding['uid'])}`));
    okEmpty(await grove.del(`${ROLES}/${uid}`));
  });
});
