// @module-tag v1
import { describe, expect } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { newPerson } from '../support/people.ts';

let child: string;
let reader: string;
let readerToken: string;

const viewer = builtInRole('viewer').uid;

async function create(path: string, body: unknown): Promise<Json> {
  const answer = await grove.post(path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

it.beforeAll(async () => {
  child = String((await create(`/iam/v2beta1/groups/${grove.rootUid}`, { name: 'child' }))['uid']);
  const claimMatch = { issuer: 'https://ci.example.com', subject: 'reader' };
  const identity = await create(`/iam/v2beta1/identities/${grove.rootUid}`, {
    name: 'reader',
    claimMatch,
  });
  reader = String(identity['uid']);
  await create(`/iam/v2beta1/roleBindings/${child}`, { identityUid: reader, roleUid: viewer });
  readerToken = await grove.token(reader);
});

const explain = (body: unknown, token?: string) =>
  grove.post('/iam/v2beta1/access:explain', body, { token });

const whoCan = (query: string, token?: string) =>
  grove.get(`/iam/v2beta1/access:whoCan?${query}`, { token });

describe('access:explain', () => {
  it('names the binding, the role and the group above that grant a capability', async () => {
    const { body } = await explain({
      identityUid: grove.ownerUid,
      groupUid: child,
      capability: 'groups.delete',
    });
    expect(body['allowed']).toBe(true);
    const [binding] = body['roleBindings'] as Json[];
    expect(binding).toMatchObject({
      uid: grove.organization.roleBinding['uid'],
      group: { uid: grove.rootUid },
      role: { name: 'owner' },
    });
  });

  it('says no where no binding reaches', async () => {
    const above = { identityUid: reader, groupUid: grove.rootUid, capability: 'groups.list' };
    expect((await explain(above)).body).toMatchObject({ allowed: false, roleBindings: [] });
    const missing = { identityUid: reader, groupUid: child, capability: 'groups.delete' };
    expect((await explain(missing)).body).toMatchObject({ allowed: false, roleBindings: [] });
  });

  it('hides bindings on groups the caller cannot see, but counts them', async () => {
    const { body } = await explain(
      { identityUid: grove.ownerUid, groupUid: child, capability: 'groups.list' },
      readerToken,
    );
    expect(body).toMatchObject({ allowed: true, roleBindings: [], hidden: 1 });
  });

  it('answers about oneself anywhere, and about others only where bindings may be listed', async () => {
    const self = { identityUid: reader, groupUid: grove.rootUid, capability: 'groups.list' };
    expect((await explain(self, readerToken)).body).toMatchObject({ allowed: false });
    const other = { ...self, identityUid: grove.ownerUid };
    const refused = await explain(other, readerToken);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('role_bindings.list');
  });

  it('lists all capabilities of an identity at a group, and the bindings that grant each', async () => {
    const { roleBinding } = grove.organization;
    const both = await create(`/iam/v2beta1/roleBindings/${child}`, {
      identityUid: grove.ownerUid,
      roleUid: viewer,
    });
    const { body } = await explain({ identityUid: grove.ownerUid, groupUid: child });
    expect(body).not.toHaveProperty('allowed');
    expect(body).toMatchObject({ hidden: 0, roleBindings: [{ uid: roleBinding['uid'] }, both] });
    const given = body['capabilities'] as Json[];
    expect(given.map(({ capability }) => capability)).toEqual(builtInRole('owner').capabilities);
    expect(given[0]).toEqual({
      capability: 'groups.list',
      roleBindingUids: [roleBinding['uid'], both['uid']],
      hidden: 0,
    });
    expect(given[1]).toMatchObject({ roleBindingUids: [roleBinding['uid']] });
    expect((await grove.del(`/iam/v2beta1/roleBindings/${both['uid']}`)).status).toBe(200);
  });

  it('counts granting bindings out of sight, and reveals nothing without access', async () => {
    const hidden = await explain({ identityUid: grove.ownerUid, groupUid: child }, readerToken);
    expect(hidden.body).toMatchObject({ roleBindings: [], hidden: 1 });
    const [first] = hidden.body['capabilities'] as Json[];
    expect(first).toEqual({ capability: 'groups.list', roleBindingUids: [], hidden: 1 });
    const nothing = await explain({ identityUid: reader, groupUid: grove.rootUid });
    expect(nothing.body).toMatchObject({ capabilities: [], roleBindings: [], hidden: 0 });
    const refused = await explain(
      { identityUid: grove.ownerUid, groupUid: grove.rootUid },
      readerToken,
    );
    expect(refused.status).toBe(403);
  });

  it('names every failing field at once', async () => {
    const { status, body } = await explain({ identityUid: 'x', capability: 'groups.fly' });
    expect(status).toBe(400);
    const fields = JSON.stringify(body);
    for (const field of ['identityUid', 'groupUid', 'capability']) expect(fields).toContain(field);
  });
});

describe('access:whoCan', () => {
  it('lists the bindings at the group and above it that grant the capability', async () => {
    const { body } = await whoCan(`group_uid=${child}&capability=groups.list`);
    expect(body).toMatchObject({ identityCount: 2, hidden: 0, truncated: false });
    const owners = await whoCan(`groupUid=${child}&capability=groups.delete`);
    expect(owners.body).toMatchObject({ identityCount: 1 });
  });

  it('needs role_bindings.list, and a capability that exists', async () => {
    const query = `group_uid=${grove.rootUid}&capability=groups.list`;
    const stranger = await newPerson(grove);
    expect((await whoCan(query, stranger.token)).status).toBe(403);
    await writeJoined();
    const { body } = await grove.get(`/iam/v2beta1/auditEvents?actor=${stranger.uid}`);
    expect(body['auditEvents']).toMatchObject([
      { type: 'grove.iam.role_binding.read.v1', result: 'PERMISSION_DENIED' },
    ]);
    expect((await whoCan(`group_uid=${child}&capability=nothing`)).status).toBe(400);
    expect((await whoCan(`group_uid=${child}&capability=groups.list&x=1`)).status).toBe(400);
  });

  it('has one method', async () => {
    const answer = await grove.post('/iam/v2beta1/access:whoCan', {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET');
  });
});
