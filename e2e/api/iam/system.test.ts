import { beforeEach, expect } from 'vitest';
import { Reach } from '#lib/access/reach.ts';
import { config } from '#lib/config.ts';
import { counts } from '#lib/counts.ts';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { addBinding } from '#lib/service/people/new-people.ts';
import { maySeeSystem } from '#lib/service/system/viewers.ts';
import type { SystemViewers } from '#lib/settings/kinds/system-viewers.ts';
import { transaction } from '#lib/store/store.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, denied, ok, preconditions } from '../support/answers.ts';
import { bind, newGroup, newPerson, newRole, personWith, roleUidOf } from '../support/people.ts';
import type { Person } from '../support/people.ts';
import { newOrganization } from '../support/organizations.ts';

const SYSTEM = '/iam/v2beta1/system:summarize';

let person: Person;

it.beforeAll(async () => {
  person = await newPerson(grove);
});

const allow = (systemViewers: Partial<SystemViewers>) =>
  Object.assign(config(), { systemViewers: { uids: [], everyOwner: false, ...systemViewers } });

beforeEach(() => allow({}));

const statusFor = async (token?: string) => (await grove.get(SYSTEM, { token })).status;

const capabilitiesOf = async (token?: string) =>
  ok(await grove.get('/auth/v1/me', { token }))['systemCapabilities'];

it('is for nobody unless the environment says so, whatever roles they have', async () => {
  denied(await grove.get(SYSTEM), 'system.view', '');
  expect(await capabilitiesOf()).toEqual([]);
  await bind(grove, grove.rootUid, person.uid, await newRole(grove, CAPABILITIES));
  expect(await statusFor(person.token)).toBe(403);
  const made = { name: 'operators', capabilities: ['system.view'] };
  expect(badFields(await grove.post(`/iam/v2beta1/roles/${grove.rootUid}`, made))).toEqual([
    'capabilities.0',
  ]);
});

it('is for identities that it names', async () => {
  allow({ uids: [person.uid] });
  expect([await statusFor(person.token), await statusFor()]).toEqual([200, 403]);
  expect([await capabilitiesOf(person.token), await capabilitiesOf()]).toEqual([
    ['system.view'],
    [],
  ]);
});

it('is for owners of a root group that it names, or of any', async () => {
  const editor = await personWith(grove, 'editor', grove.rootUid);
  const below = await personWith(grove, 'owner', await newGroup(grove, grove.rootUid));
  const tokens = [grove.ownerToken, editor.token, below.token];
  const statuses = () => Promise.all(tokens.map((token) => statusFor(token)));
  allow({ uids: [grove.rootUid] });
  expect(await statuses()).toEqual([200, 403, 403]);
  allow({ everyOwner: true });
  expect(await statuses()).toEqual([200, 403, 403]);
  allow({ uids: ['0'.repeat(40)] });
  expect(await statuses()).toEqual([403, 403, 403]);
});

it('is not for a named identity by an organization that it owns and that blocks it', async () => {
  const { uid: identityUid } = await newPerson(grove);
  allow({ uids: [identityUid], everyOwner: true });
  const { root: parent } = await newOrganization(grove);
  const roleUid = roleUidOf('owner');
  await transaction((tx) => addBinding(tx, { parent, identityUid, roleUid }));
  const unmet = { type: 'SECOND_FACTOR_REQUIRED', subject: '', description: '' };
  const reach = new Reach(new Map()).meeting(new Map([[grove.rootUid, [unmet]]]));
  const principal = { ownIdentities: [identityUid] };
  expect(await maySeeSystem({ principal, reach })).toBe(false);
});

it('never is for those whom only a pattern matches', async () => {
  allow({ uids: [person.uid] });
  const identities = [person.uid];
  const caller = { issuer: 'https://ci.example.com', subject: 'a', identities, blockedIn: [] };
  const reach = new Reach(new Map());
  const ofPattern = await maySeeSystem({ principal: { ...caller, ownIdentities: [] }, reach });
  const literal = await maySeeSystem({
    principal: { ...caller, ownIdentities: [person.uid] },
    reach,
  });
  expect([ofPattern, literal]).toEqual([false, true]);
});

it('is not for a key that a role narrows, since no role has it', async () => {
  allow({ uids: [person.uid], everyOwner: true });
  const body = { name: 'narrow', identityUid: grove.ownerUid, ttl: '3600s' };
  const key = async (change: Json) => {
    const made = await grove.post(`/iam/v2beta1/identityKeys/${grove.rootUid}`, {
      ...body,
      ...change,
    });
    return String(ok(made)['key']);
  };
  const whole = await key({});
  const narrow = await key({ name: 'owner', roleUid: roleUidOf('owner') });
  expect([await statusFor(whole), await statusFor(narrow)]).toEqual([200, 403]);
  expect(await capabilitiesOf(narrow)).toEqual([]);
});

it('is not for a key by what its identity takes by itself later', async () => {
  allow({ everyOwner: true });
  const { uid, token } = await newPerson(grove);
  const body = { name: 'early', identityUid: uid, ttl: '3600s' };
  const { key } = ok(await grove.post(`/iam/v2beta1/identityKeys/${grove.rootUid}`, body));
  const invite = { roleUid: roleUidOf('owner'), ttl: '3600s' };
  const { code } = ok(await grove.post(`/iam/v2beta1/groupInvites/${grove.rootUid}`, invite));
  ok(await grove.post('/auth/v1/invites:accept', { code }, { token }));
  expect([await statusFor(token), await statusFor(String(key))]).toEqual([200, 403]);
});

it('is for nobody who does not meet the policy of the organization', async () => {
  const policy = { groupUid: grove.rootUid, apiNetworks: ['127.0.0.0/8', '::1'] };
  ok(await grove.post('/iam/v2beta1/groups:updatePolicy', policy));
  const elsewhere = { headers: { 'x-forwarded-for': '192.0.2.9' } };
  await bind(grove, grove.rootUid, person.uid, 'viewer');
  const { token } = person;
  allow({ everyOwner: true });
  expect(preconditions(await grove.get(SYSTEM, elsewhere))).toEqual(['NETWORK_NOT_ALLOWED']);
  expect(ok(await grove.get('/auth/v1/me', elsewhere))['systemCapabilities']).toEqual([]);
  denied(await grove.get(SYSTEM, { ...elsewhere, token }), 'system.view', '');
  expect(await statusFor()).toBe(200);
  allow({ uids: [person.uid] });
  expect(preconditions(await grove.get(SYSTEM, { ...elsewhere, token }))).toEqual([
    'NETWORK_NOT_ALLOWED',
  ]);
  expect(await statusFor(token)).toBe(200);
  ok(await grove.post('/iam/v2beta1/groups:updatePolicy', { ...policy, apiNetworks: [] }));
});

it('says how the installation is doing', async () => {
  allow({ everyOwner: true });
  const before = ok(await grove.get(SYSTEM)) as { imports: Json };
  counts.importsFailed += 1;
  const team = await newGroup(grove, grove.rootUid);
  await newPerson(grove, team);
  const answer = ok(await grove.get(SYSTEM)) as Record<string, Json> & { organizations: Json[] };
  expect(answer).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    nodeVersion: process.versions.node,
    imports: { failed: Number(before.imports['failed']) + 1 },
    syncs: { running: 0, sources: 0, failedSources: 0 },
    truncated: false,
  });
  expect(answer).not.toHaveProperty('backups');
  // 0 if it is not a file.
  const least = config().databaseUrl === undefined ? 100_000 : 0;
  expect(Number(answer['database']?.['sizeBytes'])).toBeGreaterThanOrEqual(least);
  expect(Number(answer['disk']?.['freeBytes'])).toBeGreaterThan(0);
  expect(Number(answer['disk']?.['totalBytes'])).toBeGreaterThan(
    Number(answer['disk']?.['freeBytes']),
  );
  expect(Date.parse(String(answer['startTime']))).toBeLessThan(Date.now());
  const [organization] = answer.organizations;
  expect(organization).toMatchObject({ uid: grove.rootUid, foundedBy: '', repos: '0', tags: '0' });
  const groups = ok(await grove.get(`/iam/v2beta1/groups?uidp.descendants_of=${grove.rootUid}`));
  expect(organization?.['groups']).toBe(groups['totalCount']);
});

it('says which organization another one was founded from', async () => {
  allow({ everyOwner: true });
  const { uid } = ok(await grove.post('/iam/v2beta1/groups', { name: 'founded' }));
  const { organizations } = ok(await grove.get(SYSTEM)) as { organizations: Json[] };
  const founded = organizations.find((one) => one['uid'] === uid);
  expect(founded).toMatchObject({ foundedBy: grove.rootUid });
});
