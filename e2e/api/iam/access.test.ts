// @module-tag v1
import { describe, expect } from 'vitest';
import { BUILT_IN_ROLES } from '#lib/resources/built-in-roles.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { denied, failure, ok, okEmpty } from '../support/answers.ts';
import { list } from '../support/lists.ts';
import type { Query } from '../support/lists.ts';
import { bind, newGroup, newPerson, newRole, personWith } from '../support/people.ts';
import { newWorld } from '../support/world.ts';
import type { Kind } from '../support/world.ts';

const GROUPS = '/iam/v2beta1/groups';

describe.each(BUILT_IN_ROLES)('the role $name', ({ name, capabilities }) => {
  const may = (capability: string) => capabilities.includes(capability as Capability);
  let group: string;
  let kinds: Kind[];
  let token: string;

  it.beforeAll(async () => {
    ({ group, kinds } = await newWorld(grove));
    ({ token } = await personWith(grove, name, group));
  });

  const check = (answer: Answer, capability: string, resource: string) => {
    if (may(capability)) expect(answer.status, answer.text).toBe(200);
    else denied(answer, capability, resource);
  };

  it('lists, gets, changes and deletes what it may, and nothing else', async () => {
    for (const kind of kinds) {
      const { path, family, reads = `${family}.list`, changes, uid, update, deletable } = kind;
      const { totalCount, uids } = await list(grove, path, { 'uidp.ids': uid }, token);
      const seen = may(reads);
      expect([path, totalCount, uids]).toEqual([path, seen ? 1 : 0, seen ? [uid] : []]);
      check(await grove.get(`${path}/${uid}`, { token }), reads, uid);
      if (update !== undefined) {
        const toChange = changes ?? `${family}.update`;
        check(await grove.patch(`${path}/${uid}`, update, { token }), toChange, uid);
      }
      if (deletable === undefined) continue;
      const toDelete = changes ?? `${family}.delete`;
      check(await grove.del(`${path}/${uid}`, { token }), toDelete, uid);
      const { status } = await grove.get(`${path}/${uid}`);
      expect([path, status]).toEqual([path, may(toDelete) ? 404 : 200]);
    }
  });

  it('creates what it may, and nothing else', async () => {
    for (const { path, family, changes, create, parent = group } of kinds) {
      // Asking for access needs the word of a rule, and no capability.
      if (create === undefined || family === 'access_requests') continue;
      const answer = await grove.post(`${path}/${parent}`, create, { token });
      // An invite grants a role, like a binding.
      const invites = family === 'group_invites' && may('group_invites.create');
      check(answer, invites ? 'role_bindings.create' : (changes ?? `${family}.create`), parent);
    }
  });

  it('applies below its group, and neither above nor beside it', async () => {
    const inner = await newGroup(grove, group);
    const beside = await newGroup(grove, grove.rootUid);
    ok(await grove.get(`${GROUPS}/${inner}`, { token }));
    for (const uid of [beside, grove.rootUid]) {
      denied(await grove.get(`${GROUPS}/${uid}`, { token }), 'groups.list', uid);
    }
  });
});

describe('a caller', () => {
  it('sees the union of what bindings show, each resource once', async () => {
    const { uid, token } = await newPerson(grove);
    const a = await newGroup(grove, grove.rootUid);
    const inner = await newGroup(grove, a);
    const b = await newGroup(grove, grove.rootUid);
    const hidden = await newGroup(grove, grove.rootUid);
    const roles = await newRole(grove, ['roles.list']);
    for (const [group, role] of [
      [a, 'viewer'],
      [inner, 'editor'],
      [b, 'registry.viewer'],
      [hidden, roles],
    ] as const) {
      await bind(grove, group, uid, role);
    }
    const groups = await list(grove, GROUPS, {}, token);
    expect(groups.uids).toEqual([a, inner, b].sort());
    expect(groups.totalCount).toBe(3);
    const paged = await list(grove, GROUPS, { page_size: 2, skip: 1 }, token);
    expect(paged.uids).toEqual([a, inner, b].sort().slice(1));
    const bindings = await list(grove, '/iam/v2beta1/roleBindings', {}, token);
    expect(bindings.totalCount).toBe(2);
    const body = { name: 'i', claimMatch: { issuer: 'https://x.example', subject: 's' } };
    ok(await grove.post(`/iam/v2beta1/identities/${inner}`, body, { token }));
    denied(await grove.post(`/iam/v2beta1/identities/${a}`, body, { token }), 'identity.create', a);
  });

  it('acts as every identity that the token matches', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const [one, two] = [await newPerson(grove), await newPerson(grove)];
    await bind(grove, group, one.uid, await newRole(grove, ['groups.list']));
    await bind(grove, group, two.uid, await newRole(grove, ['groups.update']));
    const path = `${GROUPS}/${group}`;
    denied(await grove.get(path, { token: two.token }), 'groups.list', group);
    denied(await grove.patch(path, {}, { token: one.token }), 'groups.update', group);
    const token = await mintToken(one.uid, 60, { identities: [one.uid, two.uid] });
    ok(await grove.get(path, { token }));
    ok(await grove.patch(path, { description: 'both' }, { token }));
  });

  it('gains and loses access with the next request', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const { uid, token } = await newPerson(grove);
    const total = async () => (await list(grove, GROUPS, {}, token)).totalCount;
    expect(await total()).toBe(0);
    for (let round = 0; round < 3; round += 1) {
      const binding = await bind(grove, group, uid, 'viewer');
      expect(await total()).toBe(1);
      ok(await grove.get(`${GROUPS}/${group}`, { token }));
      okEmpty(await grove.del(`/iam/v2beta1/roleBindings/${String(binding['uid'])}`));
      expect(await total()).toBe(0);
      denied(await grove.get(`${GROUPS}/${group}`, { token }), 'groups.list', group);
    }
  });

  it('cannot learn whether a resource out of reach exists', async () => {
    const { group, kinds } = await newWorld(grove);
    const { token } = await personWith(grove, 'viewer', await newGroup(grove, grove.rootUid));
    const told = (answer: Answer, uid: string): Json => {
      const { message, metadata } = failure(answer, 'PERMISSION_DENIED');
      const { requestId: _, ...rest } = metadata;
      return JSON.parse(JSON.stringify({ message, rest }).replaceAll(uid, 'UID')) as Json;
    };
    for (const { path, uid, create, update, deletable } of kinds) {
      const absent = `${uid.slice(0, -16)}${'0'.repeat(16)}`;
      const attempts: [method: string, body: Json | undefined][] = [
        ['GET', undefined],
        ...(update === undefined ? [] : [['PATCH', update] as [string, Json]]),
        ...(deletable === undefined ? [] : [['DELETE', undefined] as [string, undefined]]),
      ];
      for (const [method, body] of attempts) {
        const there = await grove.call(method, `${path}/${uid}`, { body, token });
        const missing = await grove.call(method, `${path}/${absent}`, { body, token });
        expect(told(there, uid)).toEqual(told(missing, absent));
      }
      // Asking for access needs the word of a rule, which says the same of all that it is not for.
      if (create === undefined || path.endsWith('accessRequests')) continue;
      const nowhere = `${group.slice(0, -16)}${'0'.repeat(16)}`;
      const into = await grove.post(`${path}/${group}`, create, { token });
      const lost = await grove.post(`${path}/${nowhere}`, create, { token });
      expect(told(into, group)).toEqual(told(lost, nowhere));
    }
  });

  it('learns nothing from a filter by a resource out of reach', async () => {
    const { group, kinds } = await newWorld(grove);
    const { token } = await personWith(grove, 'viewer', await newGroup(grove, grove.rootUid));
    for (const { path, uid } of kinds) {
      const queries: Query[] = [
        { 'uidp.ids': uid },
        { 'uidp.descendants_of': group },
        { 'uidp.children_of': group },
        { 'uidp.descendants_of': group, 'uidp.children_of': group },
      ];
      for (const query of queries) {
        const page = await list(grove, path, query, token);
        expect(page).toMatchObject({ items: [], totalCount: 0, nextPageToken: '' });
      }
    }
  });
});
