import { expect } from 'vitest';
import { requestRule as definition } from '#lib/resources/request-rule.ts';
import { MAX_REQUEST_RULES } from '#lib/service/rules/request-rule.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, denied, failure, ok, okEmpty, TIME, violations } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { bind, newGroup, newPerson, newRole, personWith, roleUidOf } from '../support/people.ts';

const RULES = '/iam/v2beta1/requestRules';
const EXAMPLE = definition.example as Json;
const MINIMAL = { name: 'minimal', roles: [roleUidOf('viewer')], maxDuration: '60s' };

const create = (group: string, body: Json = {}, by: { token?: string } = {}): Promise<Answer> =>
  grove.post(`${RULES}/${group}`, { ...EXAMPLE, ...body }, by);

it('asks for one approval and waits a day unless it says otherwise', async ({ as }) => {
  const group = await newGroup(grove, grove.rootUid);
  const owner = await as('owner');
  const requesterRoles = [roleUidOf('viewer')];
  const made = ok(await grove.post(`${RULES}/${group}`, { ...MINIMAL, requesterRoles }, owner));
  expect(made).toEqual({
    ...MINIMAL,
    uid: expect.stringMatching(`^${group}/`) as string,
    description: '',
    requesterRoles,
    requesterIdentities: [],
    reasonRequired: false,
    reasonPattern: '',
    approverIdentities: [],
    approvals: 1,
    secondFactor: false,
    waitDuration: '86400s',
    emergency: false,
    makerUid: owner.uid,
    createTime: expect.stringMatching(TIME) as string,
    updateTime: expect.stringMatching(TIME) as string,
  });
  expect(ok(await grove.get(`${RULES}/${String(made['uid'])}`, owner))).toEqual(made);
});

it.for<[string, Json]>([
  ['name', { name: '' }],
  ['roles', { roles: [] }],
  ['roles', { roles: Array.from({ length: 21 }, (_, index) => `${index}`.padStart(40, '0')) }],
  ['roles', { roles: [roleUidOf('viewer'), roleUidOf('viewer')] }],
  ['roles.1', { roles: [roleUidOf('viewer'), '0'.repeat(40)] }],
  ['requesterRoles', { requesterRoles: [] }],
  ['requesterRoles.0', { requesterRoles: ['0'.repeat(40)] }],
  ['requesterIdentities.0', { requesterIdentities: ['0'.repeat(40)] }],
  ['approverIdentities.0', { approverIdentities: ['0'.repeat(40)] }],
  ['maxDuration', { maxDuration: undefined }],
  ['maxDuration', { maxDuration: '59s' }],
  ['maxDuration', { maxDuration: '31536001s' }],
  ['maxDuration', { maxDuration: '1h' }],
  ['maxDuration', { maxDuration: '3601s', emergency: true, approvals: 0 }],
  ['approvals', { maxDuration: '3600s', emergency: true, approvals: 1 }],
  ['approvals', { approvals: 4 }],
  ['approvals', { approvals: -1 }],
  ['approvals', { approvals: 0.5 }],
  ['waitDuration', { waitDuration: '59s' }],
  ['waitDuration', { waitDuration: '2592001s' }],
  ['reasonPattern', { reasonPattern: '(' }],
  ['reasonPattern', { reasonPattern: 'a'.repeat(1025) }],
  ['reasonPattern', { reasonPattern: '(a{99}){99}' }],
  ['makerId', { makerId: 'x' }],
])('refuses %s of %j', async ([field, body]) => {
  expect(badFields(await create(grove.rootUid, body))).toEqual([field]);
});

it('needs as many approvers as approvals, and names none where nobody approves', async () => {
  const approverIdentities = [(await newPerson(grove)).uid];
  const named = { approverIdentities };
  expect(badFields(await create(grove.rootUid, { ...named, approvals: 2 }))).toEqual(['approvals']);
  expect(badFields(await create(grove.rootUid, { ...named, approvals: 0 }))).toEqual([
    'approverIdentities',
  ]);
  const emergency = { name: 'emergency', emergency: true, maxDuration: '3600s' };
  const made = ok(await create(grove.rootUid, { ...named, ...emergency, approvals: undefined }));
  expect(made).toMatchObject({ approvals: 0, approverIdentities });
});

it('is for owners; auditors list it, and viewers and editors do not know of it', async ({ as }) => {
  const { uid } = ok(await create(grove.rootUid, { name: 'roles' }));
  const path = `${RULES}/${String(uid)}`;
  const [auditor, viewer, editor] = [await as('auditor'), await as('viewer'), await as('editor')];
  ok(await grove.get(path, auditor));
  denied(await grove.del(path, auditor), 'request_rules.delete', String(uid));
  denied(await create(grove.rootUid, {}, editor), 'request_rules.create', grove.rootUid);
  denied(await grove.get(path, viewer), 'request_rules.list', String(uid));
  denied(await grove.get(path, editor), 'request_rules.list', String(uid));
  expect(ok(await grove.get(RULES, viewer))['requestRules']).toEqual([]);
});

it('hands out no more than its maker holds, also when somebody else changes it', async ({ as }) => {
  const group = await newGroup(grove, grove.rootUid);
  const inner = await newGroup(grove, group);
  const own = ['request_rules.list', 'request_rules.create', 'request_rules.update'];
  const seeing = ['groups.list', 'roles.list', 'identity.list', ...own];
  const unable = await as(await newRole(grove, seeing), group);
  denied(await create(inner, {}, unable), 'role_bindings.create', inner);
  const able = await as(await newRole(grove, [...seeing, 'role_bindings.create']), group);
  const roleAt = async (name: string, capabilities: string[]) => [
    String(ok(await grove.post(`/iam/v2beta1/roles/${group}`, { name, capabilities }))['uid']),
  ];
  const more = await roleAt('more', ['groups.list', 'audit.list']);
  const requesterRoles = await roleAt('few', ['groups.list']);
  denied(await create(inner, { roles: more, requesterRoles }, able), 'audit.list', inner);
  const { uid } = ok(await create(inner, { roles: requesterRoles, requesterRoles }, able));
  ok(await grove.patch(`${RULES}/${String(uid)}`, { roles: more }));
  // A description changes nothing that the rule gives, but whoever writes it becomes its maker.
  const described = { description: 'mine now' };
  denied(await grove.patch(`${RULES}/${String(uid)}`, described, able), 'audit.list', inner);
  const owner = await as('owner', group);
  expect(ok(await grove.patch(`${RULES}/${String(uid)}`, described, owner))).toMatchObject({
    makerUid: owner.uid,
  });
});

it('takes roles that can be used there, and identities of the organization alone', async ({
  as,
}) => {
  const [group, cousin] = [
    await newGroup(grove, grove.rootUid),
    await newGroup(grove, grove.rootUid),
  ];
  const owner = await as('owner', group);
  const role = { name: 'of cousin', capabilities: ['groups.list'] };
  const made = ok(await grove.post(`/iam/v2beta1/roles/${cousin}`, role));
  const elsewhere = String(made['uid']);
  expect(badFields(await create(group, { roles: [elsewhere] }))).toEqual(['roles.0']);
  expect(badFields(await create(group, { requesterRoles: [elsewhere] }))).toEqual([
    'requesterRoles.0',
  ]);
  const other = ok(await grove.post('/iam/v2beta1/groups', { name: 'another organization' }));
  const stranger = await newPerson(grove, String(other['uid']));
  const hidden = await newPerson(grove, cousin);
  for (const { uid } of [stranger, hidden]) {
    expect(violations(await create(group, { requesterIdentities: [uid] }, owner))).toEqual({
      'requesterIdentities.0': 'is not an identity of this organization',
    });
  }
  expect(badFields(await create(group, { approverIdentities: [stranger.uid] }))).toEqual([
    'approverIdentities.0',
  ]);
});

it('keeps a role that it names, keeps the name of somebody who is gone, and goes with its group', async ({
  as,
}) => {
  const group = await newGroup(grove, grove.rootUid);
  const asked = await newRole(grove, ['groups.list']);
  const asking = await newRole(grove, ['groups.list']);
  const person = await newPerson(grove, group);
  const lists = { roles: [asked], requesterRoles: [asking], requesterIdentities: [person.uid] };
  const path = `${RULES}/${String(ok(await create(group, lists))['uid'])}`;
  for (const uid of [asked, asking]) {
    const refused = failure(await grove.del(`/iam/v2beta1/roles/${uid}`), 'FAILED_PRECONDITION');
    expect(JSON.stringify(refused)).toContain('is used by 1 request rules');
  }
  okEmpty(await grove.del(`/iam/v2beta1/identities/${person.uid}`));
  const owner = await as('owner');
  expect(ok(await grove.patch(path, { description: 'x' }, owner))).toMatchObject({
    requesterIdentities: [person.uid],
  });
  okEmpty(await grove.del(`/iam/v2beta1/groups/${group}`));
  failure(await grove.get(path), 'NOT_FOUND');
  okEmpty(await grove.del(`/iam/v2beta1/roles/${asked}`));
});

it('cannot be made with a key, which others could use', async ({ as }) => {
  const owner = await as('owner');
  const body = { name: 'key', identityUid: owner.uid, ttl: '3600s' };
  const { key } = ok(await grove.post(`/iam/v2beta1/identityKeys/${grove.rootUid}`, body));
  const answer = await create(grove.rootUid, { name: 'by key' }, { token: String(key) });
  expect(JSON.stringify(failure(answer, 'FAILED_PRECONDITION'))).toContain('KEY_NOT_ALLOWED');
});

it('is not seen by another organization or a cousin group', async ({ as }) => {
  const [group, cousin] = [
    await newGroup(grove, grove.rootUid),
    await newGroup(grove, grove.rootUid),
  ];
  const { uid } = ok(await create(group));
  const other = await personWith(grove, 'owner', cousin);
  await bind(grove, cousin, other.uid, 'auditor');
  const path = `${RULES}/${String(uid)}`;
  denied(await grove.get(path, other), 'request_rules.list', String(uid));
  denied(await grove.patch(path, { description: 'x' }, other), 'request_rules.update', String(uid));
  const { uid: root } = ok(await grove.post('/iam/v2beta1/groups', { name: 'stranger' }));
  const stranger = await personWith(grove, 'owner', String(root));
  denied(await grove.get(path, stranger), 'request_rules.list', String(uid));
  expect(ok(await grove.get(RULES, await as('owner', cousin)))['requestRules']).toEqual([]);
});

it('has a limit for each organization', async () => {
  const root = ok(await grove.post('/iam/v2beta1/groups', { name: 'limited' }));
  const group = String(root['uid']);
  const first = ok(await create(group, { name: 'first' }));
  const [row] = await rowsIn('RequestRule').findMany({ where: { uid: String(first['uid']) } });
  const more = Array.from({ length: MAX_REQUEST_RULES - 1 }, (_, index) => ({
    ...row,
    makerIdentities: [],
    uid: `${group}/${index.toString(16).padStart(16, '0')}`,
    name: `more ${index}`,
  }));
  await rowsIn('RequestRule').createMany(more);
  const answer = failure(await create(group, { name: 'last' }), 'FAILED_PRECONDITION');
  expect(JSON.stringify(answer)).toContain('TOO_MANY_REQUEST_RULES');
});
