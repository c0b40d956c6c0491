import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { auditRevert } from '../../../cli/audit.ts';
import { randomly } from '../../support/random.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, denied, failure, ok, okEmpty, preconditions } from '../support/answers.ts';
import { list } from '../support/lists.ts';
import { rowsIn } from '../support/database.ts';
import { newOrganization } from '../support/organizations.ts';
import { bind, newGroup, newPerson, newRole, personWith, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const MATCH = { issuer: 'https://ci.example.com' };

let group: string;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'reverted');
});

const matching = (subject = newName('subject')) => ({ ...MATCH, subject });

const make = async (collection: string, body: Json, parent = group): Promise<Json> =>
  ok(await grove.post(`${IAM}/${collection}/${parent}`, body));

const remove = async (collection: string, uid: unknown): Promise<void> =>
  okEmpty(await grove.del(`${IAM}/${collection}/${String(uid)}`));

const edit = async (collection: string, uid: unknown, body: Json): Promise<Json> =>
  ok(await grove.patch(`${IAM}/${collection}/${String(uid)}`, body));

const get = (collection: string, uid: unknown) => grove.get(`${IAM}/${collection}/${String(uid)}`);

/** The newest event of a resource with that operation. */
async function eventOf(resource: unknown, operation: string): Promise<string> {
  const { items } = await list(grove, `${IAM}/auditEvents`, { resource: String(resource) });
  const event = items.find((one) => one['operation'] === operation);
  return String(event?.['uid']);
}

const revert = (uid: string, more: Json = {}, by?: { token: string }): Promise<Answer> =>
  grove.post(`${IAM}/auditEvents:revert`, { uid, ...more }, by);

const revertLast = async (resource: unknown, operation: string, more: Json = {}) =>
  revert(await eventOf(resource, operation), more);

/** What a deletion and its reversal leave of a resource: all but the uid and the times. */
const lasting = (state: Json): Json =>
  Object.fromEntries(Object.entries(state).filter(([field]) => !PASSING.includes(field)));

const PASSING = ['uid', 'createTime', 'updateTime', 'lastSeenTime'];

describe('an update', () => {
  it.each<[string, Json, Json]>([
    ['groups', { name: 'g', description: 'old' }, { name: 'h' }],
    ['groups', { name: 'described', description: 'old' }, { description: '' }],
    ['roles', { name: 'r', capabilities: ['tag.list'] }, { capabilities: ['repo.list'] }],
    [
      'identities',
      { name: 'i', claimMatch: { ...matching(), claims: { env: 'a', ref: 'b' } } },
      { claimMatch: { issuerPattern: 'https://ci.*', claims: { env: 'c' } } },
    ],
    [
      'identityProviders',
      { name: 'p', oidc: { issuer: 'https://a.example.com', clientId: 'a', clientSecret: 'b' } },
      { oidc: { clientId: 'c', additionalScopes: ['email'] } },
    ],
    [
      'accountAssociations',
      { name: 'a', amazon: { account: '123456789012' } },
      { amazon: { account: '210987654321' } },
    ],
    [
      'savedViews',
      { name: 'v', collection: 'groups', shared: true },
      { filters: [{ parameter: 'query', values: ['x'] }] },
    ],
  ])('of %s goes back to what it was', async (collection, body, change) => {
    const before = await make(collection, body);
    await edit(collection, before['uid'], change);
    const answer = ok(await revertLast(before['uid'], 'update'));
    expect(answer).toMatchObject({ operation: 'update', resourceUid: before['uid'] });
    expect(answer['changedSince']).toEqual([]);
    expect(lasting(ok(await get(collection, before['uid'])))).toEqual(lasting(before));
    const again = await revertLast(before['uid'], 'update');
    expect(ok(again)['operation']).toBe('update');
    expect(lasting(ok(await get(collection, before['uid'])))).not.toEqual(lasting(before));
  });

  it('of a binding gives the former role back', async () => {
    const { uid } = await newPerson(grove);
    const binding = await bind(grove, group, uid, 'viewer');
    await edit('roleBindings', binding['uid'], { roleUid: roleUidOf('auditor') });
    ok(await revertLast(binding['uid'], 'update'));
    expect(ok(await get('roleBindings', binding['uid']))).toEqual(binding);
  });

  it('leaves what somebody has changed since, unless it is named', async () => {
    const { uid } = await make('groups', { name: newName('merged'), description: 'first' });
    await edit('groups', uid, { name: 'renamed', description: 'second' });
    const event = await eventOf(uid, 'update');
    await edit('groups', uid, { description: 'third' });
    const checked = ok(await revert(event, { validateOnly: true }));
    expect(checked['changedSince']).toEqual(['description']);
    expect(checked['before']).toEqual({ name: 'renamed' });
    expect(ok(await get('groups', uid))).toMatchObject({ name: 'renamed', description: 'third' });
    ok(await revert(event));
    const merged = ok(await get('groups', uid));
    expect(merged['name']).not.toBe('renamed');
    expect(merged['description']).toBe('third');
    expect(preconditions(await revert(event))).toEqual(['CHANGED_SINCE']);
    ok(await revert(event, { fields: ['description'] }));
    expect(ok(await get('groups', uid))).toMatchObject({ description: 'first' });
    expect(preconditions(await revert(event))).toEqual(['ALREADY_REVERTED']);
    expect(badFields(await revert(event, { fields: ['verified'] }))).toEqual(['fields']);
  });

  it('of something deleted since says that it is gone', async () => {
    const { uid } = await make('groups', { name: newName('gone') });
    await edit('groups', uid, { description: 'x' });
    const event = await eventOf(uid, 'update');
    await remove('groups', uid);
    expect(preconditions(await revert(event))).toEqual(['RESOURCE_GONE']);
  });

  it('of a long value says that the record has only its size', async () => {
    const name = newName('long');
    const { uid } = await make('groups', { name, description: 'short' });
    await edit('groups', uid, { description: 'long' });
    const event = await eventOf(uid, 'update');
    const left = {
      name,
      description: `left out: 900 bytes of JSON, SHA-256 ${'0'.repeat(64)}`,
    };
    await rowsIn('AuditEvent').update({ where: { uid: event }, data: { before: left } });
    expect(preconditions(await revert(event))).toEqual(['NOT_KEPT']);
  });

  it('is taken back field by field, whatever was edited', async () => {
    const texts = fc.constantFrom('', 'a', 'b', 'c');
    const state = fc.record({
      description: texts,
      claims: fc.dictionary(fc.constantFrom('x', 'y', 'z.z'), fc.constantFrom('1', '2')),
    });
    const property = fc.asyncProperty(state, state, state, async (first, second, third) => {
      const subject = newName('subject');
      const bodyOf = ({ description, claims }: typeof first): Json => ({
        name: subject,
        description,
        claimMatch: { ...MATCH, subject, claims },
      });
      const { uid } = await make('identities', bodyOf(first));
      const write = async (body: Json) =>
        ok(
          await grove.patch(
            `${IAM}/identities/${String(uid)}?updateMask=description,claimMatch.claims`,
            body,
          ),
        );
      await write(bodyOf(second));
      const event = await eventOf(uid, 'update');
      await write(bodyOf(third));
      if (event === 'undefined') return;
      const answer = await revert(event);
      const is = ok(await get('identities', uid));
      const now = {
        description: is['description'],
        ...((is['claimMatch'] as Json)['claims'] as Json),
      };
      const flat = ({ description, claims }: typeof first): Json => ({ description, ...claims });
      const [was, did, then] = [flat(first), flat(second), flat(third)];
      const keys = [...new Set([was, did, then].flatMap((one) => Object.keys(one)))];
      const expected = keys.map((key) => {
        const isTouched = was[key] !== did[key];
        return [key, isTouched && then[key] === did[key] ? was[key] : then[key]];
      });
      expect(answer.status === 200 || answer.status === 400).toBe(true);
      expect(now).toEqual(Object.fromEntries(expected.filter(([, value]) => value !== undefined)));
    });
    await fc.assert(property, randomly(25));
  });
});

describe('a deletion', () => {
  it.each<[string, Json]>([
    ['groups', { name: 'deleted', description: 'once' }],
    ['roles', { name: 'deleted', capabilities: ['tag.list'] }],
    ['identities', { name: 'deleted', claimMatch: matching() }],
    ['accountAssociations', { name: 'd', amazon: { account: '123456789012' } }],
    ['savedViews', { name: 'deleted', collection: 'groups', shared: true }],
  ])('of %s gives it back with another uid', async (collection, body) => {
    const place = await newGroup(grove, group);
    const before = await make(collection, body, place);
    await remove(collection, before['uid']);
    const event = await eventOf(before['uid'], 'delete');
    const checked = ok(await revert(event, { validateOnly: true }));
    expect(checked).toMatchObject({ operation: 'create', resourceUid: '' });
    const inPlace = { 'uidp.children_of': place };
    expect((await list(grove, `${IAM}/${collection}`, inPlace)).items).toEqual([]);
    const answer = ok(await revert(event));
    expect(answer).toMatchObject({ operation: 'create', since: before['createTime'] });
    expect(answer['resourceUid']).not.toBe(before['uid']);
    const after = ok(await get(collection, answer['resourceUid']));
    expect(lasting(after)).toEqual(lasting(before));
    failure(await revert(event), 'ALREADY_EXISTS');
  });

  it('says in both records who brought it back, and since when it had been there', async () => {
    const { uid, createTime } = await make('roles', { name: 'kept', capabilities: ['tag.list'] });
    await remove('roles', uid);
    const { resourceUid } = ok(await revertLast(uid, 'delete'));
    const former = ok(await get('auditEvents', await eventOf(uid, 'restore')));
    expect(former).toMatchObject({
      type: 'grove.iam.role.restored.v1',
      actor: grove.ownerUid,
      after: { name: 'kept', uid: resourceUid, since: createTime },
    });
    const made = ok(await get('auditEvents', await eventOf(resourceUid, 'create')));
    expect(made['after']).toMatchObject({ name: 'kept', restored: { uid, since: createTime } });
  });

  it('of a binding gives the same access back', async () => {
    const person = await newPerson(grove);
    const binding = await bind(grove, group, person.uid, 'viewer');
    await remove('roleBindings', binding['uid']);
    failure(await grove.get(`${IAM}/groups/${group}`, person), 'PERMISSION_DENIED');
    ok(await revertLast(binding['uid'], 'delete'));
    ok(await grove.get(`${IAM}/groups/${group}`, person));
  });

  it('of an identity comes back without roles, and then each role by its own event', async () => {
    const { uid } = await make('identities', { name: 'bound', claimMatch: matching() });
    const binding = await bind(grove, group, String(uid), 'viewer');
    await remove('identities', uid);
    const ended = await eventOf(binding['uid'], 'delete');
    expect(preconditions(await revert(ended))).toEqual(['RESOURCE_GONE']);
    const { resourceUid } = ok(await revertLast(uid, 'delete'));
    expect(ok(await revert(ended))).toMatchObject({
      after: { identity: { uid: resourceUid }, role: { name: 'viewer' } },
    });
  });

  it('of a group comes back where its parent came back', async () => {
    const parent = await newGroup(grove, group, 'parent');
    const child = await newGroup(grove, parent, 'child');
    await remove('groups', child);
    await remove('groups', parent);
    expect(preconditions(await revertLast(child, 'delete'))).toEqual(['RESOURCE_GONE']);
    const { resourceUid } = ok(await revertLast(parent, 'delete'));
    const back = ok(await revertLast(child, 'delete'));
    expect(String(back['resourceUid']).startsWith(`${String(resourceUid)}/`)).toBe(true);
  });

  it('of a provider takes its secret from whoever puts it back', async () => {
    const oidc = { issuer: 'https://idp.example.com', clientId: 'grove', clientSecret: 'first' };
    const provider = await make('identityProviders', { name: 'idp', oidc });
    await remove('identityProviders', provider['uid']);
    const event = await eventOf(provider['uid'], 'delete');
    const { resourceUid } = ok(await revert(event, { secret: 'second' }));
    const where = { uid: String(resourceUid) };
    const row = await rowsIn('IdentityProvider').findOnly({ where });
    expect(row.clientSecret).toEqual(expect.any(String));
    const person = await newPerson(grove);
    await remove('identities', person.uid);
    const other = await revertLast(person.uid, 'delete', { secret: 'x' });
    expect(badFields(other)).toEqual(['secret']);
  });

  it('of what had a secret says that no record has it', async () => {
    const invite = await make('groupInvites', { roleUid: roleUidOf('viewer'), ttl: '60s' });
    await remove('groupInvites', invite['uid']);
    expect(preconditions(await revertLast(invite['uid'], 'delete'))).toEqual(['NOT_KEPT']);
  });

  it('of a person with an account says that the account is gone', async () => {
    const { uid } = await newPerson(grove);
    const claimMatch = { issuer: grove.url, subject: uid };
    await edit('identities', uid, { claimMatch });
    await remove('identities', uid);
    expect(preconditions(await revertLast(uid, 'delete'))).toEqual(['ACCOUNT_GONE']);
  });
});

describe('other events', () => {
  it('takes a creation back by deleting what was created', async () => {
    const { uid } = await make('groups', { name: newName('made') });
    expect(ok(await revertLast(uid, 'create'))).toMatchObject({ operation: 'delete' });
    failure(await get('groups', uid), 'NOT_FOUND');
  });

  it('ends a block, and sets it again with its reason', async () => {
    const { uid } = await newPerson(grove);
    ok(await grove.post(`${IAM}/identities:block`, { uid, reason: 'left' }));
    ok(await revertLast(uid, 'block', { validateOnly: true }));
    expect(ok(await get('identities', uid))).toHaveProperty('blockedTime');
    ok(await revertLast(uid, 'block'));
    expect(ok(await get('identities', uid))).not.toHaveProperty('blockedTime');
    ok(await revertLast(uid, 'unblock'));
    expect(ok(await get('identities', uid))).toMatchObject({ blockReason: 'left' });
    await remove('identities', uid);
    expect(preconditions(await revertLast(uid, 'delete'))).toEqual(['IDENTITY_BLOCKED']);
  });

  it('does not take back what is not a change of a resource', async () => {
    const policy = { groupUid: grove.rootUid, sessionIdle: '3600s', updateMask: '*' };
    ok(await grove.post(`${IAM}/groups:updatePolicy`, policy));
    const type = 'grove.iam.policy.updated.v1';
    const { items } = await list(grove, `${IAM}/auditEvents`, { type });
    const answer = await revert(String(items[0]?.['uid']));
    expect(preconditions(answer)).toEqual(['NOT_REVERSIBLE']);
    expect(failure(answer, 'FAILED_PRECONDITION').message).toContain(
      'set it again by groups:updatePolicy',
    );
  });

  it('finds the event of a request of the caller, and of nobody else', async () => {
    const { uid } = await make('groups', { name: newName('asked') });
    const answer = await grove.patch(`${IAM}/groups/${String(uid)}`, { description: 'x' });
    const requestId = answer.headers.get('x-request-id') ?? '';
    const named = { resourceUid: uid, requestId };
    const post = (body: Json, by?: { token: string }) =>
      grove.post(`${IAM}/auditEvents:revert`, body, by);
    failure(await post(named, await personWith(grove, 'owner', grove.rootUid)), 'NOT_FOUND');
    failure(await post({ ...named, requestId: 'other' }), 'NOT_FOUND');
    expect(badFields(await post({ resourceUid: uid }))).toEqual(['uid']);
    expect(badFields(await post({ ...named, uid }))).toEqual(['uid']);
    expect(ok(await post(named))).toMatchObject({ after: { description: '' } });
  });
});

describe('somebody with less', () => {
  it('needs the right to read the log for the change of somebody else, not for their own', async () => {
    const editor = await personWith(grove, 'editor', group);
    const { uid } = await make('identities', { name: newName('read'), claimMatch: matching() });
    await edit('identities', uid, { description: 'by the owner' });
    const event = await eventOf(uid, 'update');
    denied(await revert(event, {}, editor), 'audit.list', event);
    ok(await grove.patch(`${IAM}/identities/${String(uid)}`, { description: 'own' }, editor));
    ok(await revert(await eventOf(uid, 'update'), {}, editor));
    expect(ok(await get('identities', uid))).toMatchObject({ description: 'by the owner' });
  });

  it('needs the right to make the change', async () => {
    const auditor = await personWith(grove, 'auditor', group);
    const { uid } = await make('groups', { name: newName('watched') });
    await edit('groups', uid, { description: 'x' });
    const event = await eventOf(uid, 'update');
    denied(await revert(event, {}, auditor), 'groups.update', String(uid));
    denied(await revert(event, { validateOnly: true }, auditor), 'groups.update', String(uid));
    await remove('groups', uid);
    denied(await revert(await eventOf(uid, 'delete'), {}, auditor), 'groups.create', group);
  });

  it('brings back nothing that grants more than they hold', async () => {
    const role = await newRole(grove, [
      'audit.list',
      'groups.list',
      'identity.list',
      'roles.list',
      'roles.create',
      'roles.update',
      'role_bindings.create',
      'identity_providers.create',
    ]);
    const helper = await personWith(grove, role, group);
    const person = await newPerson(grove, group);
    const binding = await bind(grove, group, person.uid, 'owner');
    await remove('roleBindings', binding['uid']);
    const ofBinding = await revert(await eventOf(binding['uid'], 'delete'), {}, helper);
    failure(ofBinding, 'PERMISSION_DENIED');
    const strong = await make('roles', { name: 'strong', capabilities: ['groups.delete'] });
    await edit('roles', strong['uid'], { capabilities: ['groups.list'] });
    const narrowed = await eventOf(strong['uid'], 'update');
    failure(await revert(narrowed, {}, helper), 'PERMISSION_DENIED');
    await remove('roles', strong['uid']);
    const deleted = await eventOf(strong['uid'], 'delete');
    expect(ok(await revert(deleted, {}, helper))).toMatchObject({ operation: 'create' });
    const provider = await make('identityProviders', {
      name: newName('idp'),
      defaultRole: roleUidOf('owner'),
      oidc: { issuer: 'https://idp.example.com', clientId: 'grove' },
    });
    await remove('identityProviders', provider['uid']);
    const ofProvider = await revert(await eventOf(provider['uid'], 'delete'), {}, helper);
    failure(ofProvider, 'PERMISSION_DENIED');
  });

  it('gets no role back for an identity that matches others by now', async () => {
    const editor = await personWith(grove, 'editor', group);
    const trap = await make('identities', { name: newName('trap'), claimMatch: matching() });
    const binding = await bind(grove, group, String(trap['uid']), 'owner');
    await remove('roleBindings', binding['uid']);
    const event = await eventOf(binding['uid'], 'delete');
    const claimMatch = matching('the editor');
    ok(await grove.patch(`${IAM}/identities/${String(trap['uid'])}`, { claimMatch }, editor));
    expect(preconditions(await revert(event))).toEqual(['CHANGED_SINCE']);
    await remove('identities', trap['uid']);
    ok(await revertLast(trap['uid'], 'delete'));
    expect(preconditions(await revert(event))).toEqual(['CHANGED_SINCE']);
  });

  it('gives a binding without effect no effect', async () => {
    const { uid } = await newPerson(grove);
    const binding = await bind(grove, group, uid, 'viewer');
    const where = { uid: String(binding['uid']) };
    await rowsIn('RoleBinding').update({ where, data: { unconfirmedTime: new Date() } });
    await remove('roleBindings', binding['uid']);
    expect(preconditions(await revertLast(binding['uid'], 'delete'))).toEqual(['WITHOUT_EFFECT']);
  });

  it('of another organization learns nothing', async () => {
    const { token: stranger } = await newOrganization(grove);
    const { uid } = await make('groups', { name: newName('foreign') });
    await edit('groups', uid, { description: 'x' });
    const event = await eventOf(uid, 'update');
    denied(await revert(event, {}, { token: stranger }), 'audit.list', event);
    const absent = `${group}/${'0'.repeat(16)}`;
    denied(await revert(absent, {}, { token: stranger }), 'audit.list', absent);
  });
});

describe('grove audit revert', () => {
  it('takes a change back for the operator, once it was checked', async () => {
    const role = await make('roles', { name: newName('role'), capabilities: ['tag.list'] });
    await edit('roles', role['uid'], { capabilities: ['repo.list'] });
    const event = await eventOf(role['uid'], 'update');
    const back = { operation: 'update', resourceUid: role['uid'] };
    expect(await auditRevert([event, '--check'])).toMatchObject(back);
    expect(ok(await get('roles', role['uid']))).toMatchObject({ capabilities: ['repo.list'] });
    expect(await auditRevert([event])).toMatchObject(back);
    expect(ok(await get('roles', role['uid']))).toMatchObject({ capabilities: ['tag.list'] });
    const { items } = await list(grove, `${IAM}/auditEvents`, { resource: String(role['uid']) });
    expect(items[0]).toMatchObject({ operation: 'update', actor: 'command line' });
    await expect(auditRevert([event])).rejects.toThrow('as it was before');
    await expect(auditRevert(['x'])).rejects.toThrow('EVENT_UID');
  });

  it('takes back a field that was changed since only where it is named', async () => {
    const role = await make('roles', { name: newName('role'), capabilities: ['tag.list'] });
    await edit('roles', role['uid'], { capabilities: ['repo.list'] });
    const event = await eventOf(role['uid'], 'update');
    await edit('roles', role['uid'], { capabilities: ['groups.list'] });
    await expect(auditRevert([event])).rejects.toThrow('changed since');
    await auditRevert([event, '--field', 'capabilities']);
    expect(ok(await get('roles', role['uid']))).toMatchObject({ capabilities: ['tag.list'] });
  });
});
