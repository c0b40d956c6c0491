// @module-tag v1
import { describe, expect } from 'vitest';
import { MAX_COMING } from '#lib/service/rules/role-binding.ts';
import { removeLongEnded } from '#lib/service/groups/ended-bindings.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, denied, failure, ok, okEmpty, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { list } from '../support/lists.ts';
import { bind, newGroup, newPerson, newRole, personWith, roleUidOf } from '../support/people.ts';
import { until } from '../../support/until.ts';

const BINDINGS = '/iam/v2beta1/roleBindings';
const DAY_MS = 86_400_000;

let group: string;

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const whole = (time: string) => time.replace(/\.\d+Z/, '.000Z');
const create = (identityUid: string, times: Json, role = 'viewer', parent = group) =>
  grove.post(`${BINDINGS}/${parent}`, { identityUid, roleUid: roleUidOf(role), ...times });
const pathOf = ({ uid }: Json) => `${BINDINGS}/${String(uid)}`;
const patch = (binding: Json, body: Json, mask?: string) =>
  grove.patch(pathOf(binding) + (mask === undefined ? '' : `?update_mask=${mask}`), body);

const remove = (path: string, { token }: { token?: string } = {}) =>
  grove.call('DELETE', path, token === undefined ? {} : { token });

/** Without waiting: as if it had been bound until then. */
async function ended(identityUid: string, role = 'viewer', parent = group): Promise<Json> {
  const binding = ok(await create(identityUid, {}, role, parent));
  const expirationTime = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 1_000);
  await rowsIn('RoleBinding').update({
    where: { uid: String(binding['uid']) },
    data: { expirationTime },
  });
  return binding;
}

const sees = async (token: string): Promise<boolean> => {
  const answer = await grove.get(`/iam/v2beta1/groups/${group}`, { token });
  if (answer.status !== 200) denied(answer, 'groups.list', group);
  return answer.status === 200;
};

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'at times');
});

describe('the times of a binding', () => {
  it('are whole seconds of UTC, and absent without a limit', async () => {
    const { uid } = await newPerson(grove);
    const startTime = '2020-02-01T10:00:00.999+01:00';
    const binding = ok(await create(uid, { startTime, expirationTime: inDays(2) }));
    const expirationTime = whole(inDays(2));
    expect(binding).toMatchObject({ startTime: '2020-02-01T09:00:00.000Z' });
    expect(Date.parse(String(binding['expirationTime']))).toBeCloseTo(
      Date.parse(expirationTime),
      -4,
    );
    expect(binding).not.toHaveProperty('ttl');
    expect(ok(await grove.get(pathOf(binding)))).toEqual(binding);
    const always = ok(await patch(binding, {}, 'startTime,expirationTime'));
    expect(Object.keys(always)).not.toEqual(expect.arrayContaining(['startTime']));
    expect(Object.keys(always)).not.toEqual(expect.arrayContaining(['expirationTime']));
  });

  it('end by a duration from now, or from a start ahead, which replaces another end', async () => {
    const { uid } = await newPerson(grove);
    const before = Date.now();
    const binding = ok(await create(uid, { ttl: '3600s' }));
    const end = Date.parse(String(binding['expirationTime']));
    expect(end).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(end).toBeLessThanOrEqual(Date.now() + 3_601_000);
    expect(end % 1_000).toBe(0);
    const startTime = whole(inDays(3));
    const later = ok(await patch(binding, { startTime, ttl: '60s' }));
    expect(Date.parse(String(later['expirationTime'])) - Date.parse(startTime)).toBe(60_000);
    const other = ok(await patch(later, { roleUid: roleUidOf('editor') }));
    expect(other).toMatchObject({ startTime, expirationTime: later['expirationTime'] });
  });

  it('are refused by their field', async () => {
    const { uid } = await newPerson(grove);
    const bad = async (times: Json) => badFields(await create(uid, times));
    expect(await bad({ expirationTime: inDays(-1) })).toEqual(['expirationTime']);
    expect(await bad({ startTime: inDays(2), expirationTime: inDays(1) })).toEqual([
      'expirationTime',
    ]);
    expect(await bad({ startTime: inDays(2), expirationTime: inDays(2) })).toEqual([
      'expirationTime',
    ]);
    expect(await bad({ ttl: '60s', expirationTime: inDays(1) })).toEqual(['expirationTime', 'ttl']);
    for (const ttl of ['0s', '315360001s']) expect(await bad({ ttl })).toEqual(['ttl']);
    // Times that no answer could have.
    expect(await bad({ startTime: '9999-12-31T23:59:59Z', ttl: '315360000s' })).toEqual(['ttl']);
    expect(await bad({ expirationTime: '9999-12-31T23:59:59-23:59' })).toEqual(['expirationTime']);
    expect(await bad({ startTime: '0000-12-31T23:59:59Z' })).toEqual(['startTime']);
    const binding = ok(await create(uid, { expirationTime: inDays(1) }));
    expect(badFields(await patch(binding, { expirationTime: inDays(-1) }))).toEqual([
      'expirationTime',
    ]);
    expect(badFields(await patch(binding, { startTime: inDays(2) }))).toEqual(['expirationTime']);
    // An end that has come does not keep the rest from changing.
    const over = await ended((await newPerson(grove)).uid);
    expect(ok(await patch(over, { roleUid: roleUidOf('editor') }))).toHaveProperty(
      'expirationTime',
    );
  });

  it('are what lists filter by', async () => {
    const { uid } = await newPerson(grove);
    const over = await ended(uid);
    const now = ok(await create(uid, { expirationTime: inDays(2) }));
    const coming = ok(
      await create(uid, { startTime: inDays(3), expirationTime: inDays(5) }, 'editor'),
    );
    const found = async (query: Record<string, string>) => {
      const { items } = await list(grove, BINDINGS, { identity: uid, ...query });
      return items.map((one) => one['uid']).sort();
    };
    const uids = (...some: Json[]) => some.map((one) => one['uid']).sort();
    expect(await found({})).toEqual(uids(over, now, coming));
    expect(await found({ expired: 'true' })).toEqual(uids(over));
    expect(await found({ expired: 'false' })).toEqual(uids(now, coming));
    expect(await found({ in_effect: 'true' })).toEqual(uids(now));
    expect(await found({ in_effect: 'false' })).toEqual(uids(over, coming));
    expect(await found({ active_at: inDays(1) })).toEqual(uids(now));
    expect(await found({ active_at: inDays(4) })).toEqual(uids(coming));
    expect(await found({ active_at: inDays(-1) })).toEqual([]);
    const where = { uid: String(over['uid']) };
    await rowsIn('RoleBinding').update({ where, data: { createTime: new Date(inDays(-2)) } });
    expect(await found({ active_at: inDays(-1) })).toEqual(uids(over));
    ok(await patch(now, { startTime: inDays(-3) }, 'startTime'));
    expect(await found({ active_at: inDays(-1) })).toEqual(uids(over));
    expect(await found({ active_at: String(coming['startTime']) })).toEqual(uids(coming));
    expect(await found({ active_at: String(coming['expirationTime']) })).toEqual([]);
    expect(await found({ expires_until: inDays(3) })).toEqual(uids(over, now));
  });
});

describe('a binding', () => {
  it('grants nothing to a token, a key and an exchanged token once it has ended', async () => {
    const { uid, token } = await newPerson(grove);
    const binding = ok(await create(uid, { ttl: '600s' }));
    const key = ok(
      await grove.post(`/iam/v2beta1/identityKeys/${grove.rootUid}`, {
        name: newName('key'),
        identityUid: uid,
        ttl: '600s',
      }),
    );
    const tokens = [token, String(key['key']), await exchangedFrom(String(key['key']))];
    for (const one of tokens) expect(await sees(one)).toBe(true);
    ok(await patch(binding, { ttl: '1s' }));
    for (const one of tokens) await until(async () => expect(await sees(one)).toBe(false));
    expect(ok(await grove.get(pathOf(binding)))).toHaveProperty('expirationTime');
    expect(await explained(uid)).toMatchObject({ allowed: false, roleBindings: [] });
  });

  it('grants its role from its beginning on', async () => {
    const { uid, token } = await newPerson(grove);
    const startTime = new Date(Date.now() + 1_500).toISOString();
    const binding = ok(await create(uid, { startTime, ttl: '600s' }));
    await until(async () => expect(await sees(token)).toBe(true));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(String(binding['startTime'])));
    expect(await explained(uid)).toMatchObject({ allowed: true, roleBindings: [binding] });
  });

  it('are in explanations: until when, and what begins later', async () => {
    const { uid } = await newPerson(grove);
    const first = ok(await create(uid, { expirationTime: inDays(2) }));
    const end = first['expirationTime'];
    expect(await explained(uid)).toMatchObject({ expirationTime: end, comingRoleBindings: [] });
    const next = ok(
      await create(uid, { startTime: inDays(1), expirationTime: inDays(4) }, 'editor'),
    );
    const later = ok(await create(uid, { startTime: inDays(9) }, 'editor'));
    expect(await explained(uid)).toMatchObject({
      expirationTime: next['expirationTime'],
      roleBindings: [first],
      comingRoleBindings: [next, later],
    });
    const question = { groupUid: group, identityUid: uid };
    const { capabilities } = ok(await grove.post('/iam/v2beta1/access:explain', question));
    expect(capabilities).toContainEqual({
      capability: 'groups.list',
      roleBindingUids: [first['uid']],
      hidden: 0,
      expirationTime: next['expirationTime'],
    });
    ok(await create(uid, {}, 'owner'));
    expect(await explained(uid)).not.toHaveProperty('expirationTime');
  });

  it('is a duplicate of one that overlaps with it alone', async () => {
    const { uid } = await newPerson(grove);
    const [first, second] = [{ startTime: inDays(2), expirationTime: inDays(4) }, {}];
    await ended(uid);
    const binding = ok(await create(uid, first));
    const taken = (answer: Answer) => failure(answer, 'ALREADY_EXISTS');
    taken(await create(uid, second));
    taken(await create(uid, { ttl: '259200s' }));
    taken(await create(uid, { startTime: inDays(3) }));
    const end = String(binding['expirationTime']);
    const after = ok(await create(uid, { startTime: end }));
    const until2 = String(binding['startTime']);
    ok(await create(uid, { expirationTime: until2 }));
    taken(await patch(after, { startTime: inDays(3) }));
    taken(await patch(binding, {}, 'expirationTime'));
  });

  it('is one of a hundred of its role at most that have not ended', async () => {
    const { uid } = await newPerson(grove);
    await ended(uid);
    const [first, ...others] = Array.from({ length: MAX_COMING }, (_, day) => ({
      startTime: inDays(day + 1),
      expirationTime: inDays(day + 2),
    }));
    const binding = ok(await create(uid, { ...first }));
    for (const times of others) ok(await create(uid, times));
    const more = { startTime: inDays(MAX_COMING + 1) };
    failure(await create(uid, more), 'RESOURCE_EXHAUSTED');
    ok(await patch(binding, { startTime: inDays(1.5) }));
    okEmpty(await remove(pathOf(binding)));
    ok(await create(uid, more));
  });

  it('that has ended keeps nothing from being deleted', async () => {
    const role = await newRole(grove, ['repo.list']);
    const { uid } = await newPerson(grove);
    const inner = await newGroup(grove, group);
    const kept = ok(await create(uid, { startTime: inDays(1) }, role));
    preconditions(await remove(`/iam/v2beta1/roles/${role}`));
    okEmpty(await remove(pathOf(kept)));
    const over = await ended(uid, role);
    await ended(uid, 'viewer', inner);
    const deleter = await newRole(grove, [
      'groups.list',
      'groups.delete',
      'identity.list',
      'identity.delete',
    ]);
    const { token } = await personWith(grove, deleter, grove.rootUid);
    okEmpty(await remove(`/iam/v2beta1/roles/${role}`));
    failure(await grove.get(pathOf(over)), 'NOT_FOUND');
    okEmpty(await remove(`/iam/v2beta1/groups/${inner}`, { token }));
    await ended(uid);
    okEmpty(await remove(`/iam/v2beta1/identities/${uid}`, { token }));
  });
});

describe('an owner', () => {
  const newOrganization = async () => {
    const root = String(
      ok(await grove.post('/iam/v2beta1/groups', { name: newName('org') }))['uid'],
    );
    const [binding = {}] = (await list(grove, BINDINGS, { group: root })).items;
    return { root, binding };
  };
  const last = (answer: Answer) => expect(preconditions(answer)).toEqual(['LAST_OWNER']);

  it('who is the last one cannot get an end, and one with an end does not count', async () => {
    const { root, binding } = await newOrganization();
    last(await patch(binding, { ttl: '3600s' }));
    last(await patch(binding, { startTime: inDays(1) }));
    const { uid } = await newPerson(grove, root);
    const other = ok(await create(uid, { ttl: '3600s' }, 'owner', root));
    last(await remove(pathOf(binding)));
    last(await patch(binding, { ttl: '3600s' }));
    ok(await patch(other, { ttl: '7200s' }));
    ok(await patch(other, { startTime: inDays(1) }, 'startTime,expirationTime'));
    last(await remove(pathOf(binding)));
    ok(await patch(other, {}, 'startTime'));
    ok(await patch(binding, { ttl: '3600s' }));
    last(await patch(other, { ttl: '3600s' }));
    okEmpty(await remove(pathOf(binding)));
  });
});

describe('a role that begins later', () => {
  it('counts for whoever makes a key of the identity or changes its claim match', async () => {
    const maker = await newRole(grove, [
      'identity.list',
      'identity.update',
      'identity_keys.create',
    ]);
    const { token } = await personWith(grove, maker, grove.rootUid);
    const { uid } = await newPerson(grove);
    await bind(grove, group, uid, await newRole(grove, ['identity.list']));
    const body = { name: newName('key'), identityUid: uid, ttl: '600s' };
    const makeKey = () => grove.post(`/iam/v2beta1/identityKeys/${grove.rootUid}`, body, { token });
    const coming = ok(await create(uid, { startTime: inDays(1) }, 'editor'));
    failure(await makeKey(), 'PERMISSION_DENIED');
    const claimMatch = { issuer: 'https://people.example.com', subject: newName('other') };
    const path = `/iam/v2beta1/identities/${uid}`;
    failure(await grove.patch(path, { claimMatch }, { token }), 'PERMISSION_DENIED');
    okEmpty(await remove(pathOf(coming)));
    await ended(uid, 'editor');
    ok(await makeKey());
  });
});

describe('what a record puts back', () => {
  const revert = (uid: string) => grove.post('/iam/v2beta1/auditEvents:revert', { uid });
  const eventOf = async (resource: unknown, operation: string) => {
    const query = { resource: String(resource) };
    const { items } = await list(grove, '/iam/v2beta1/auditEvents', query);
    return String(items.find((one) => one['operation'] === operation)?.['uid']);
  };

  it('has its end, unless that has come', async () => {
    const { uid } = await newPerson(grove);
    const binding = ok(await create(uid, { expirationTime: inDays(2) }));
    okEmpty(await remove(pathOf(binding)));
    const answer = ok(await revert(await eventOf(binding['uid'], 'delete')));
    const again = ok(await grove.get(pathOf({ uid: answer['resourceUid'] })));
    expect(again).toMatchObject({ expirationTime: binding['expirationTime'] });
    const over = await ended((await newPerson(grove)).uid);
    okEmpty(await remove(pathOf(over)));
    const refused = await revert(await eventOf(over['uid'], 'delete'));
    expect(preconditions(refused)).toEqual(['ENDED']);
  });
});

it('is removed 90 days after its end, and recorded', async () => {
  const { uid } = await newPerson(grove);
  const [old, recent] = [await ended(uid), await ended(uid)];
  const endedOn = (days: number) => ({ expirationTime: new Date(Date.now() - days * DAY_MS) });
  const change = (binding: Json, data: object) =>
    rowsIn('RoleBinding').update({ where: { uid: String(binding['uid']) }, data });
  await change(old, endedOn(91));
  await change(recent, endedOn(89));
  await removeLongEnded();
  failure(await grove.get(pathOf(old)), 'NOT_FOUND');
  ok(await grove.get(pathOf(recent)));
  const query = { resource: String(old['uid']) };
  const { items } = await list(grove, '/iam/v2beta1/auditEvents', query);
  const record = { actor: 'end of role bindings', operation: 'delete' };
  expect(items.find((one) => one['operation'] === 'delete')).toMatchObject(record);
});

async function exchangedFrom(subjectToken: string): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: subjectToken,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  });
  const answer = await fetch(`${grove.url}/sts/exchange`, { method: 'POST', body: form });
  return String(((await answer.json()) as Json)['access_token']);
}

const explained = async (identityUid: string) =>
  ok(
    await grove.post('/iam/v2beta1/access:explain', {
      groupUid: group,
      identityUid,
      capability: 'groups.list',
    }),
  );
