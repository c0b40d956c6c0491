// @module-tag next-long
// @module-tag v1
import { describe, expect } from 'vitest';
import { rowsIn } from '../support/database.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { denied, failure, ok, okEmpty } from '../support/answers.ts';
import { preconditions } from '../support/answers.ts';
import { list } from '../support/lists.ts';
import { bind, newGroup, newPerson, newRole, personWith, roleUidOf } from '../support/people.ts';

const BINDINGS = '/iam/v2beta1/roleBindings';

let group: string;

const create = (
  identityUid: unknown,
  role: string,
  { parent = group, token = grove.ownerToken } = {},
) => grove.post(`${BINDINGS}/${parent}`, { identityUid, roleUid: roleUidOf(role) }, { token });
const pathOf = ({ uid }: Json) => `${BINDINGS}/${String(uid)}`;

async function newOrganization(name: string) {
  const uid = String(ok(await grove.post('/iam/v2beta1/groups', { name }))['uid']);
  const [binding = {}] = (await list(grove, BINDINGS, { group: uid })).items;
  return { uid, binding };
}

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'bound');
});

describe('nobody grants more than they hold', () => {
  it('binds a lesser role, but none with more', async () => {
    const binder = await newRole(grove, [
      'role_bindings.create',
      'role_bindings.update',
      'role_bindings.delete',
      'identity.list',
      'roles.list',
      'tag.list',
    ]);
    const tags = await newRole(grove, ['tag.list']);
    const { uid, token } = await personWith(grove, binder, group);
    const inside = await newPerson(grove, group);
    const binding = ok(await create(inside.uid, roleUidOf('viewer')));
    await bind(grove, grove.rootUid, uid, await newRole(grove, ['roles.list']));
    const answer = await create(inside.uid, 'registry.viewer', { token });
    denied(answer, 'groups.list,repo.list', group);
    expect(failure(answer, 'PERMISSION_DENIED').message).toContain('groups.list, repo.list');
    for (const body of [
      { roleUid: roleUidOf('owner') },
      { identityUid: inside.uid, roleUid: roleUidOf('owner') },
    ]) {
      const { metadata } = failure(
        await grove.patch(pathOf(binding), body, { token }),
        'PERMISSION_DENIED',
      );
      expect(metadata['capability']).toContain('groups.delete');
    }
    expect(ok(await grove.get(pathOf(binding)))).toMatchObject({ role: { name: 'viewer' } });
    ok(await create(inside.uid, tags, { token }));
    const parent = grove.rootUid;
    denied(await create(inside.uid, tags, { parent, token }), 'role_bindings.create', parent);
  });

  it('needs role_bindings.create, and to change one role_bindings.update as well', async () => {
    const editor = await personWith(grove, 'editor', grove.rootUid);
    const binding = await bind(grove, group, editor.uid, 'viewer');
    const { token } = editor;
    denied(await create(editor.uid, 'viewer', { token }), 'role_bindings.create', group);
    const body = { roleUid: roleUidOf('auditor') };
    const uid = String(binding['uid']);
    denied(await grove.patch(pathOf(binding), body, { token }), 'role_bindings.update', uid);
    denied(await grove.del(pathOf(binding), { token }), 'role_bindings.delete', uid);
  });
});

describe('the last owner', () => {
  it('is kept, as owner', async () => {
    const { binding } = await newOrganization('one owner');
    const path = pathOf(binding);
    expect(preconditions(await grove.del(path))).toEqual(['LAST_OWNER']);
    const weaker = { roleUid: roleUidOf('viewer') };
    expect(preconditions(await grove.patch(path, weaker))).toEqual(['LAST_OWNER']);
    expect(ok(await grove.get(path))).toEqual(binding);
  });

  it('may hand over to another owner', async () => {
    const heir = await newPerson(grove);
    const { uid, binding } = await newOrganization('handed over');
    await bind(grove, await newGroup(grove, uid), heir.uid, 'owner');
    expect(preconditions(await grove.del(pathOf(binding)))).toEqual(['LAST_OWNER']);
    await bind(grove, uid, heir.uid, 'owner');
    okEmpty(await grove.del(pathOf(binding)));
    failure(await grove.get(`/iam/v2beta1/groups/${uid}`), 'PERMISSION_DENIED');
    ok(await grove.get(`/iam/v2beta1/groups/${uid}`, { token: heir.token }));
    // What the heir owns elsewhere does not keep their own organization from anything.
    okEmpty(await grove.del(`/iam/v2beta1/identities/${heir.uid}`));
  });

  it('is kept when two owners remove each other at once', async () => {
    const other = await newPerson(grove);
    const { uid } = await newOrganization('two owners');
    await bind(grove, uid, other.uid, 'owner');
    const { uids } = await list(grove, BINDINGS, { group: uid });
    const answers = await Promise.all(
      uids.map((binding, at) =>
        grove.del(`${BINDINGS}/${binding}`, at === 0 ? {} : { token: other.token }),
      ),
    );
    // The slower request is refused, or its caller has already lost the owner role.
    const [first, second] = answers.map(({ status }) => status).sort();
    expect(first).toBe(200);
    expect([400, 403]).toContain(second);
    expect(await rowsIn('RoleBinding').count({ where: { parent: uid } })).toBe(1);
  });
});
