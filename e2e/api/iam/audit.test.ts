import { isDeepStrictEqual } from 'node:util';
import { describe, expect } from 'vitest';
import { isJsonObject } from '#lib/aip/json.ts';
import { writeJoined } from '#lib/audit/joined.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import {
  aboutResource,
  badFields,
  denied,
  failure,
  ok,
  okEmpty,
  TIME,
} from '../support/answers.ts';
import { byMember, list, testOrders, testUnknownParameters } from '../support/lists.ts';
import type { Query } from '../support/lists.ts';
import { bind, newGroup, newPerson, newRole, personWith, roleUidOf } from '../support/people.ts';

const EVENTS = '/iam/v2beta1/auditEvents';
const OIDC = { issuer: 'https://idp.example.com', clientId: 'grove' };

let group: string;

const events = async (query: Query) => (await list(grove, EVENTS, query)).items;
const requestId = ({ headers }: Answer) => headers.get('x-request-id') ?? '';

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'audited');
});

/** The members of a state that differ from another state. */
function unlike(state: Json, other: Json): Json {
  const changed = Object.entries(state).filter(([key, is]) => !isDeepStrictEqual(is, other[key]));
  return Object.fromEntries(
    changed.map(([key, is]) => {
      const was = other[key];
      return [key, isJsonObject(is) && isJsonObject(was) ? unlike(is, was) : is];
    }),
  );
}

/** The state in a record of a create or a delete. */
function recorded(state: Json): Json {
  const named = ['identity', 'role', 'group'].flatMap((key) => {
    const other = state[key];
    return isJsonObject(other) ? [[key, { uid: other['uid'], name: other['name'] }]] : [];
  });
  return { ...state, ...Object.fromEntries(named) };
}

/** The states in a record of an update: the changed fields and the names of the resource. */
function differing(first: Json, last: Json): Json {
  const nameOf = ({ name, identity }: Json) => ({
    ...(typeof name === 'string' && { name }),
    ...(isJsonObject(identity) && { identity: { name: identity['name'] } }),
  });
  return {
    before: { ...nameOf(first), ...unlike(first, last) },
    after: { ...nameOf(last), ...unlike(last, first) },
  };
}

describe('a change', () => {
  const identityMatch = { issuer: 'https://ci.example.com', subject: 'x' };

  it.each<[collection: string, noun: string, body: () => Json, update: Json | null]>([
    ['groups', 'group', () => ({ name: 'g' }), { description: 'new' }],
    ['identities', 'identity', () => ({ name: 'i', claimMatch: identityMatch }), { name: 'j' }],
    [
      'roles',
      'role',
      () => ({ name: 'r', capabilities: ['tag.list'] }),
      { capabilities: ['repo.list'] },
    ],
    [
      'roleBindings',
      'role_binding',
      () => ({ identityUid: grove.ownerUid, roleUid: roleUidOf('viewer') }),
      { roleUid: roleUidOf('auditor') },
    ],
    [
      'identityProviders',
      'identity_provider',
      () => ({ name: 'p', oidc: { ...OIDC, clientSecret: 'hidden' } }),
      { oidc: { clientSecret: 'hidden too', clientId: 'b' } },
    ],
    [
      'accountAssociations',
      'account_association',
      () => ({ name: 'a', amazon: { account: '123456789012' } }),
      { description: 'new' },
    ],
    ['groupInvites', 'group_invite', () => ({ roleUid: roleUidOf('viewer'), ttl: '60s' }), null],
  ])('of %s is recorded, with what was and what is', async (collection, noun, body, update) => {
    const path = `/iam/v2beta1/${collection}`;
    const created = await grove.post(`${path}/${group}`, body());
    const { code, ...first } = ok(created);
    const resource = String(first['uid']);
    const second = update === null ? null : await grove.patch(`${path}/${resource}`, update);
    const removed = await grove.del(`${path}/${resource}`);
    okEmpty(removed);
    const log = collection === 'groups' ? resource : group;
    const common = {
      uid: expect.stringMatching(`^${log}/[0-9a-f]{16}$`) as string,
      actor: grove.ownerUid,
      identities: [grove.ownerUid],
      issuer: grove.url,
      subject: grove.ownerUid,
      resource,
      group: log,
      result: 'OK',
      network: '127.0.0.1',
      userAgent: expect.any(String) as string,
      createTime: expect.stringMatching(TIME) as string,
    };
    const record = (operation: string, answer: Answer, values: Json) => ({
      ...common,
      type: `grove.iam.${noun}.${operation}d.v1`,
      operation,
      requestId: requestId(answer),
      ...values,
    });
    const last = second === null ? first : ok(second);
    const expected = [
      record('create', created, { after: recorded(first) }),
      ...(second === null ? [] : [record('update', second, differing(first, last))]),
      record('delete', removed, { before: recorded(last) }),
    ];
    const found = await events({ resource });
    expect(found).toHaveLength(expected.length);
    expect(found).toEqual(expect.arrayContaining(expected));
    const text = JSON.stringify(found);
    expect(text).not.toContain('hidden');
    expect(text).not.toContain(String(code ?? 'grove-inv'));
    const [one] = found;
    expect(ok(await grove.get(`${EVENTS}/${String(one?.['uid'])}`))).toEqual(one);
  });

  it('within a field is recorded without its other members', async () => {
    const claims = { team: 'a', region: 'eu' };
    const body = { name: 'narrow', claimMatch: { ...identityMatch, subject: 'narrow', claims } };
    const { uid } = ok(await grove.post(`/iam/v2beta1/identities/${group}`, body));
    const path = `/iam/v2beta1/identities/${String(uid)}?updateMask=claimMatch.claims`;
    ok(await grove.patch(path, { claimMatch: { claims: { ...claims, team: 'b' } } }));
    const [record] = await events({ resource: String(uid), type: 'grove.iam.identity.updated.v1' });
    expect(record).toMatchObject({
      before: { name: 'narrow', claimMatch: { claims: { team: 'a' } } },
      after: { name: 'narrow', claimMatch: { claims: { team: 'b' } } },
    });
    expect(JSON.stringify(record)).not.toContain('region');
  });

  it('to an organization is recorded from its start', async () => {
    const types = (await events({ 'uidp.children_of': grove.rootUid, page_size: 200 })).map(
      ({ type }) => type,
    );
    expect(types).toContain('grove.iam.group.created.v1');
  });

  it('that creates a root group is recorded with its owner', async () => {
    const made = await grove.post('/iam/v2beta1/groups', { name: 'second' });
    const { uid } = ok(made);
    const records = await events({ resource: String(uid), type: 'grove.iam.group.created.v1' });
    const [binding, ...others] = await events({
      type: 'grove.iam.role_binding.created.v1',
      'uidp.children_of': String(uid),
    });
    expect([records.length, others.length]).toEqual([1, 0]);
    expect(binding).toMatchObject({
      requestId: requestId(made),
      after: {
        identity: { uid: expect.stringMatching(`^${String(uid)}/`) as string },
        role: { uid: roleUidOf('owner') },
      },
    });
    const first = await events({ 'uidp.children_of': grove.rootUid, page_size: 200 });
    const types = first.map(({ type }) => type);
    expect(types.slice(-3).sort()).toEqual([
      'grove.iam.group.created.v1',
      'grove.iam.identity.created.v1',
      'grove.iam.role_binding.created.v1',
    ]);
  });

  it('that also deletes bindings is recorded with each of them', async () => {
    const inner = await newGroup(grove, group, 'soon gone');
    const leaving = await newPerson(grove);
    const staying = await newPerson(grove);
    const [ofLeaving, ofStaying] = [
      await bind(grove, group, leaving.uid, 'viewer'),
      await bind(grove, inner, staying.uid, 'editor'),
    ];
    const ends = [
      [await grove.del(`/iam/v2beta1/identities/${leaving.uid}`), ofLeaving],
      [await grove.del(`/iam/v2beta1/groups/${inner}`), ofStaying],
    ] as const;
    for (const [answer, binding] of ends) {
      okEmpty(answer);
      const [record, ...earlier] = await events({ resource: String(binding['uid']) });
      expect(record).toMatchObject({
        type: 'grove.iam.role_binding.deleted.v1',
        requestId: requestId(answer),
        before: recorded(binding),
      });
      expect(earlier).toHaveLength(1);
    }
  });

  it('that fails, or changes nothing, is not recorded', async () => {
    const resource = await newGroup(grove, group, 'still');
    const path = `/iam/v2beta1/groups/${resource}`;
    failure(await grove.patch(path, { name: 'NO' }), 'INVALID_ARGUMENT');
    failure(await grove.post(`/iam/v2beta1/groups/${group}`, { name: 'still' }), 'ALREADY_EXISTS');
    failure(await grove.del(path, { headers: { 'if-match': '"9"' } }), 'ABORTED');
    ok(await grove.patch(path, { name: 'still' }));
    expect(await events({ resource })).toHaveLength(1);
    expect(await events({ 'uidp.descendants_of': resource })).toHaveLength(1);
  });

  it('names the caller with all matching identities', async () => {
    const person = await personWith(grove, 'owner', group);
    const answer = await grove.post(
      `/iam/v2beta1/groups/${group}`,
      { name: 'theirs' },
      { token: person.token },
    );
    const [record] = await events({ resource: String(ok(answer)['uid']) });
    expect(record).toMatchObject({ actor: person.uid, identities: [person.uid] });
  });
});

describe('a denied attempt', () => {
  it('is recorded where it was made, and once', async () => {
    const { uid, token } = await newPerson(grove);
    const attempts: [
      operation: string,
      noun: string,
      method: string,
      path: string,
      resource: string,
    ][] = [
      ['create', 'group', 'POST', 'groups', group],
      ['update', 'group', 'PATCH', 'groups', group],
      ['delete', 'group', 'DELETE', 'groups', group],
      ['create', 'identity', 'POST', 'identities', group],
      ['delete', 'role_binding', 'DELETE', 'roleBindings', `${group}/${'0'.repeat(16)}`],
    ];
    for (const [operation, noun, method, path, resource] of attempts) {
      const body = method === 'DELETE' ? undefined : { name: 'x' };
      const answer = await grove.call(method, `/iam/v2beta1/${path}/${resource}`, { body, token });
      failure(answer, 'PERMISSION_DENIED');
      const type = `grove.iam.${noun}.${operation}d.v1`;
      await writeJoined();
      expect(await events({ actor: uid, type, resource })).toEqual([
        {
          uid: expect.stringMatching(`^${group}/[0-9a-f]{16}$`) as string,
          type,
          operation,
          actor: uid,
          identities: [uid],
          issuer: grove.url,
          subject: uid,
          network: '127.0.0.1',
          userAgent: expect.any(String) as string,
          requestId: requestId(answer),
          resource,
          group,
          result: 'PERMISSION_DENIED',
          createTime: expect.stringMatching(TIME) as string,
        },
      ]);
    }
    expect((await list(grove, EVENTS, { actor: uid })).totalCount).toBe(attempts.length);
  });

  it('includes granting more than the caller holds', async () => {
    const binder = await newRole(grove, ['role_bindings.create', 'roles.list', 'identity.list']);
    const { uid, token } = await personWith(grove, binder, group);
    const body = { identityUid: uid, roleUid: roleUidOf('owner') };
    failure(
      await grove.post(`/iam/v2beta1/roleBindings/${group}`, body, { token }),
      'PERMISSION_DENIED',
    );
    await writeJoined();
    expect(await events({ actor: uid })).toMatchObject([
      { type: 'grove.iam.role_binding.created.v1', result: 'PERMISSION_DENIED', resource: group },
    ]);
  });
});

describe('list', () => {
  it('is newest first', async () => {
    const everything = await events({ page_size: 200 });
    const times = everything.map(({ createTime }) => String(createTime));
    expect(times).toEqual(times.toSorted().toReversed());
    expect(await events({ page_size: 200, order_by: 'created_at desc' })).toEqual(everything);
    const [newest] = everything;
    const first = await list(grove, EVENTS, { page_size: 1 });
    expect(first.items).toEqual([newest]);
    expect(await events({ page_size: 1, page_token: first.nextPageToken })).toEqual([
      everything[1],
    ]);
  });

  const time = byMember('createTime');
  testOrders(EVENTS, { uid: byMember('uid'), created_at: time, create_time: time });
  testUnknownParameters(EVENTS);

  it('filters by actor, resource, type and time, and by all of them', async () => {
    const everything = await events({ page_size: 200 });
    const expected = (keep: (event: Json) => boolean) => everything.filter(keep).length;
    const total = async (query: Query) => (await list(grove, EVENTS, query)).totalCount;
    const middle = String(everything[everything.length >> 1]?.['createTime']);
    const type = 'grove.iam.identity.created.v1';
    const actor = grove.ownerUid;
    expect(await total({ actor })).toBe(expected((event) => event['actor'] === actor));
    expect(await total({ resource: group })).toBe(expected((event) => event['resource'] === group));
    expect(await total({ type })).toBe(expected((event) => event['type'] === type));
    const since = (event: Json) => String(event['createTime']) >= middle;
    expect(await total({ since: middle })).toBe(expected(since));
    expect(await total({ until: middle })).toBe(expected((event) => !since(event)));
    expect(await total({ since: middle, until: middle })).toBe(0);
    expect(await total({ actor, type, since: middle })).toBe(
      expected((event) => event['actor'] === actor && event['type'] === type && since(event)),
    );
    expect(await total({ type: 'grove.iam' })).toBe(0);
    for (const name of ['since', 'until']) {
      expect(badFields(await grove.get(`${EVENTS}?${name}=today`))).toEqual([name]);
    }
  });
});

describe('access', () => {
  it('needs audit.list at the event’s group', async () => {
    const inner = await newGroup(grove, group);
    const [record] = await events({ resource: inner });
    const uid = String(record?.['uid']);
    for (const role of ['viewer', 'editor']) {
      const { token } = await personWith(grove, role, grove.rootUid);
      expect((await list(grove, EVENTS, {}, token)).totalCount).toBe(0);
      denied(await grove.get(`${EVENTS}/${uid}`, { token }), 'audit.list', uid);
    }
    const auditor = await newPerson(grove);
    await bind(grove, inner, auditor.uid, 'auditor');
    const seen = await list(grove, EVENTS, {}, auditor.token);
    expect(seen.items.every((event) => event['group'] === inner)).toBe(true);
    expect(seen.uids).toContain(uid);
    ok(await grove.get(`${EVENTS}/${uid}`, { token: auditor.token }));
  });

  it('is read-only', async () => {
    const uid = `${group}/${'0'.repeat(16)}`;
    aboutResource(await grove.get(`${EVENTS}/${uid}`), 'NOT_FOUND', 'AuditEvent', uid);
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const answer = await grove.call(method, `${EVENTS}/${uid}`);
      failure(answer, 'UNIMPLEMENTED');
      expect(answer.headers.get('allow')).toBe('GET');
    }
  });
});
