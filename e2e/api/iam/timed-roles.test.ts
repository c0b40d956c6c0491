// @module-tag v1
import { afterEach, describe, expect } from 'vitest';
import { clearPolicy } from '#lib/service/groups/policy.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, ok, okEmpty, preconditions } from '../support/answers.ts';
import { list } from '../support/lists.ts';
import { join, newGroup, newPerson, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const BINDINGS = `${IAM}/roleBindings`;
const HOUR_S = 3_600;
const OWNER_OR_EDITOR = () => [roleUidOf('owner'), roleUidOf('editor')];

let group: string;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'for a while');
});

afterEach(async () => {
  await clearPolicy(grove.rootUid);
});

const setPolicy = (policy: Json) =>
  grove.post(`${IAM}/groups:updatePolicy`, { groupUid: grove.rootUid, ...policy });
const bindFor = (identityUid: string, times: Json, role = 'editor') =>
  grove.post(`${BINDINGS}/${group}`, { identityUid, roleUid: roleUidOf(role), ...times });
const ownRole = async (at: string) => {
  const body = { name: newName('role'), capabilities: ['groups.list'] };
  return String(ok(await grove.post(`${IAM}/roles/${at}`, body))['uid']);
};
const remove = (role: string) => grove.call('DELETE', `${IAM}/roles/${role}`);
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_S * 1_000).toISOString();

describe('role bindings of a role that is for a while only', () => {
  it('need an end', async () => {
    ok(await setPolicy({ timedRoles: OWNER_OR_EDITOR() }));
    const { uid } = await newPerson(grove);
    expect(badFields(await bindFor(uid, {}))).toEqual(['expirationTime']);
    expect(badFields(await bindFor(uid, { startTime: inHours(1) }))).toEqual(['expirationTime']);
    ok(await bindFor(uid, { ttl: `${10 * 365 * 24 * HOUR_S}s` }));
    ok(await bindFor(uid, {}, 'viewer'));
  });

  it('end in time', async () => {
    ok(await setPolicy({ timedRoles: OWNER_OR_EDITOR(), timedRolesMaxDuration: `${HOUR_S}s` }));
    const { uid } = await newPerson(grove);
    for (const times of [{ ttl: `${HOUR_S + 60}s` }, { expirationTime: inHours(1.1) }])
      expect(badFields(await bindFor(uid, times))).toEqual(['expirationTime']);
    // A beginning in the past does not make it longer or shorter.
    const past = { startTime: inHours(-5), expirationTime: inHours(1.1) };
    expect(badFields(await bindFor(uid, past))).toEqual(['expirationTime']);
    const ahead = { startTime: inHours(5), expirationTime: inHours(6.1) };
    expect(badFields(await bindFor(uid, ahead))).toEqual(['expirationTime']);
    ok(await bindFor(uid, { startTime: inHours(5), expirationTime: inHours(6) }));
    ok(await bindFor(uid, { ttl: `${HOUR_S}s` }));
  });

  it('that exist stay, until somebody changes them', async () => {
    const { uid } = await newPerson(grove);
    const binding = ok(await bindFor(uid, {}));
    ok(await setPolicy({ timedRoles: OWNER_OR_EDITOR(), timedRolesMaxDuration: `${HOUR_S}s` }));
    const path = `${BINDINGS}/${String(binding['uid'])}`;
    ok(await grove.patch(`${path}?update_mask=roleUid`, { roleUid: roleUidOf('editor') }));
    expect(badFields(await grove.patch(path, { roleUid: roleUidOf('owner') }))).toEqual([
      'expirationTime',
    ]);
    const ended = ok(await grove.patch(path, { ttl: '60s' }));
    expect(badFields(await grove.patch(`${path}?update_mask=expirationTime`, {}))).toEqual([
      'expirationTime',
    ]);
    ok(await grove.patch(path, { roleUid: roleUidOf('viewer') }));
    expect(ended).toHaveProperty('expirationTime');
  });

  it('end by themselves where an invite gave them', async () => {
    ok(await setPolicy({ timedRoles: OWNER_OR_EDITOR(), timedRolesMaxDuration: `${HOUR_S}s` }));
    const before = Date.now();
    const identityUid = await join(grove, 'editor', group, {
      email: 'timed@example.com',
      password: 'correct horse battery staple',
    });
    const { items } = await list(grove, BINDINGS, { identity: identityUid });
    const [end] = items.map(({ expirationTime }) => Date.parse(String(expirationTime)));
    expect(end).toBeGreaterThanOrEqual(before + (HOUR_S - 1) * 1_000);
    expect(end).toBeLessThanOrEqual(Date.now() + HOUR_S * 1_000);
  });

  it('end after 30 days where an invite gave them and any end will do', async () => {
    ok(await setPolicy({ timedRoles: OWNER_OR_EDITOR() }));
    const identityUid = await join(grove, 'editor', group, {
      email: 'any-end@example.com',
      password: 'correct horse battery staple',
    });
    const { items } = await list(grove, BINDINGS, { identity: identityUid });
    const most = Date.now() + 30 * 24 * HOUR_S * 1_000;
    const [end] = items.map(({ expirationTime }) => Date.parse(String(expirationTime)));
    expect(end).toBeLessThanOrEqual(most);
    expect(end).toBeGreaterThan(most - HOUR_S * 1_000);
  });
});

describe('the roles of a policy', () => {
  it('can be bound at the root group, each once', async () => {
    const below = await ownRole(group);
    expect(badFields(await setPolicy({ timedRoles: [roleUidOf('owner'), below] }))).toEqual([
      'timedRoles.1',
    ]);
    expect(badFields(await setPolicy({ timedRoles: ['nothing'] }))).toEqual(['timedRoles.0']);
    expect(badFields(await setPolicy({ timedRolesMaxDuration: '59s' }))).toEqual([
      'timedRolesMaxDuration',
    ]);
    const [owner] = OWNER_OR_EDITOR();
    const twice = ok(await setPolicy({ timedRoles: [owner, owner] }));
    expect(twice['timedRoles']).toEqual([owner]);
  });

  it('cannot be deleted', async () => {
    const own = await ownRole(grove.rootUid);
    ok(await setPolicy({ timedRoles: [own] }));
    expect(preconditions(await remove(own))).toEqual(['RESOURCE_IN_USE']);
    ok(await setPolicy({ timedRoles: [] }));
    okEmpty(await remove(own));
  });
});
