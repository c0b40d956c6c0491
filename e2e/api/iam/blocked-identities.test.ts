import { describe, expect } from 'vitest';
import { grove, issuer, withIssuer as it } from '../fixtures.ts';
import type { Answer, CallOptions, Json } from '../harness.ts';
import {
  badFields,
  denied,
  failure,
  ok,
  okEmpty,
  preconditions,
  TIME,
} from '../support/answers.ts';
import { list } from '../support/lists.ts';
import { bind, newGroup, newPerson, newRole, personWith, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const IDENTITIES = `${IAM}/identities`;

let count = 0;

const block = (uid: string, options?: CallOptions, reason?: string): Promise<Answer> =>
  grove.post(`${IDENTITIES}:block`, { uid, ...(reason === undefined ? {} : { reason }) }, options);
const unblock = (uid: string, options?: CallOptions): Promise<Answer> =>
  grove.post(`${IDENTITIES}:unblock`, { uid }, options);
const get = async (uid: string) => ok(await grove.get(`${IDENTITIES}/${uid}`));
const me = (token: string) => grove.get('/auth/v1/me', { token });
const groupNames = async (token: string) => {
  const { groups } = ok(await grove.get(`${IAM}/groups`, { token }));
  return (groups as Json[]).map(({ name }) => name).sort();
};
const expectRefused = (answer: Answer) =>
  expect(failure(answer, 'UNAUTHENTICATED').message).toContain('is blocked');

interface Caller {
  uid: string;
  subject: string;
  token: string;
}

/** A person of an issuer, with an identity in the group. */
async function newCaller(group = grove.rootUid, extra: Json = {}): Promise<Caller> {
  const subject = `subject ${(count += 1)}`;
  const uid = await register(group, { subject }, extra);
  return { uid, subject, token: await issuer.sign({ sub: subject, aud: grove.url }) };
}

async function register(
  group: string,
  match: Json,
  extra: Json = {},
  options?: CallOptions,
): Promise<string> {
  const name = `identity ${(count += 1)}`;
  const claimMatch = { issuer: issuer.issuer, ...match };
  const body = { name, claimMatch, ...extra };
  return String(ok(await grove.post(`${IDENTITIES}/${group}`, body, options))['uid']);
}

/** Another organization, a token of its owner, and one of its founder, who owns this one too. */
async function newOrganization(): Promise<{ root: string; token: string; founder: string }> {
  const founder = await personWith(grove, 'owner', grove.rootUid);
  const { token } = founder;
  const created = ok(await grove.post(`${IAM}/groups`, { name: `other ${count}` }, { token }));
  const root = String(created['uid']);
  const name = 'their own';
  const claimMatch = { issuer: 'https://other.example.com', subject: `owner ${(count += 1)}` };
  const own = ok(await grove.post(`${IDENTITIES}/${root}`, { name, claimMatch }, { token }));
  const owner = { identityUid: String(own['uid']), roleUid: roleUidOf('owner') };
  ok(await grove.post(`${IAM}/roleBindings/${root}`, owner, { token }));
  return { root, token: await grove.token(owner.identityUid), founder: token };
}

describe('block and unblock', () => {
  it('answer the identity, whose other answers are as before', async () => {
    const { uid } = await newCaller();
    const before = await get(uid);
    const blocked = ok(await block(uid, {}, 'left the company'));
    expect(blocked).toEqual({
      ...before,
      blockedTime: expect.stringMatching(TIME) as string,
      blockedGroupUid: grove.rootUid,
      blockReason: 'left the company',
      updateTime: expect.stringMatching(TIME) as string,
    });
    expect(await get(uid)).toEqual(blocked);
    const { blockedTime: _, blockReason: __, blockedGroupUid: ___, ...rest } = blocked;
    const unblocked = ok(await unblock(uid));
    expect(unblocked).toEqual({ ...rest, updateTime: unblocked['updateTime'] });
  });

  it('change nothing the second time but the reason', async () => {
    const { uid } = await newCaller();
    const first = ok(await block(uid, {}, 'one'));
    expect(ok(await block(uid, {}, 'one'))).toEqual(first);
    const second = ok(await block(uid));
    expect(second).toMatchObject({ blockedTime: first['blockedTime'], blockReason: '' });
    const free = ok(await unblock(uid));
    expect(ok(await unblock(uid))).toEqual(free);
  });

  it('name each field that is wrong, and the identity that does not exist', async () => {
    expect(badFields(await grove.post(`${IDENTITIES}:block`, { uid: 'x' }))).toEqual(['uid']);
    const reason = 'x'.repeat(1_025);
    expect(badFields(await block(grove.rootUid, {}, reason))).toEqual(['reason']);
    const nobody = `${grove.rootUid}/${'0'.repeat(16)}`;
    failure(await block(nobody), 'NOT_FOUND');
    failure(await unblock(nobody), 'NOT_FOUND');
  });

  it('are in the audit log, with the reason', async () => {
    const { uid } = await newCaller();
    ok(await block(uid, {}, 'lost laptop'));
    ok(await unblock(uid));
    const path = `${IAM}/auditEvents?resource=${uid}&order_by=created_at`;
    const { auditEvents } = ok(await grove.get(path));
    expect(auditEvents).toMatchObject([
      { operation: 'create' },
      {
        type: 'grove.iam.identity.blocked.v1',
        operation: 'block',
        after: { blockReason: 'lost laptop' },
      },
      { type: 'grove.iam.identity.unblocked.v1', operation: 'unblock' },
    ]);
  });

  it('are found by a filter', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const [one, two] = [await newCaller(group), await newCaller(group)];
    ok(await block(one.uid));
    const uids = async (blocked: string) =>
      (await list(grove, IDENTITIES, { blocked, 'uidp.children_of': group })).items.map(
        ({ uid }) => uid,
      );
    expect([await uids('true'), await uids('false')]).toEqual([[one.uid], [two.uid]]);
    expect(badFields(await grove.get(`${IDENTITIES}?blocked=maybe`))).toEqual(['blocked']);
  });
});

describe('a blocked person', () => {
  it('is refused by every token, and has everything back when unblocked', async () => {
    const caller = await newCaller();
    await bind(grove, grove.rootUid, caller.uid, 'owner');
    const tokens = [caller.token, await grove.token(caller.uid)];
    ok(await block(caller.uid));
    for (const token of tokens) {
      expectRefused(await me(token));
      expectRefused(await grove.post(`${IAM}/groups/${grove.rootUid}`, { name: 'no' }, { token }));
    }
    ok(await unblock(caller.uid));
    for (const token of tokens) expect(await groupNames(token)).toContain('acme');
  });

  it('has nothing in the organization by other identities either', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const caller = await newCaller(group);
    const second = await register(grove.rootUid, { subject: caller.subject });
    const pattern = await register(grove.rootUid, { subjectPattern: 'subject .*' });
    for (const uid of [second, pattern]) await bind(grove, grove.rootUid, uid, 'viewer');
    const key = ok(
      await grove.post(`${IAM}/identityKeys/${grove.rootUid}`, {
        name: `key ${(count += 1)}`,
        identityUid: second,
        ttl: '3600s',
      }),
    );
    expect(await groupNames(caller.token)).toContain('acme');
    ok(await block(caller.uid));
    expectRefused(await me(caller.token));
    expectRefused(await me(String(key['key'])));
    expectRefused(await me(await grove.token(second)));
    // Other people are not blocked, and a new identity does not unblock.
    const other = await issuer.sign({ sub: 'subject of another', aud: grove.url });
    expect(await groupNames(other)).toContain('acme');
    const elsewhere = await newGroup(grove, group);
    const added = await register(elsewhere, { subject: caller.subject });
    await bind(grove, elsewhere, added, 'viewer');
    expectRefused(await me(caller.token));
    okEmpty(await grove.del(`${IDENTITIES}/${pattern}`));
  });

  it('is blocked whatever else the blocked identity asks of a token', async () => {
    const caller = await newCaller();
    await bind(grove, grove.rootUid, caller.uid, 'viewer');
    const group = await newGroup(grove, grove.rootUid);
    const narrow = await register(group, {
      subject: caller.subject,
      audience: 'https://else.example',
    });
    ok(await block(narrow));
    expectRefused(await me(caller.token));
  });

  it('keeps what another organization has given them, and nothing here', async () => {
    const caller = await newCaller();
    await bind(grove, grove.rootUid, caller.uid, 'owner');
    const other = await newOrganization();
    const options = { token: other.token };
    const there = await register(other.root, { subject: caller.subject }, {}, options);
    const binding = { identityUid: there, roleUid: roleUidOf('owner') };
    ok(await grove.post(`${IAM}/roleBindings/${other.root}`, binding, options));
    // Their identity of the other organization is bound here as well.
    const viewer = { identityUid: there, roleUid: roleUidOf('viewer') };
    const both = { token: other.founder };
    ok(await grove.post(`${IAM}/roleBindings/${grove.rootUid}`, viewer, both));
    expect(await groupNames(caller.token)).toContain('acme');
    ok(await block(caller.uid));
    const names = await groupNames(caller.token);
    expect(names).not.toContain('acme');
    expect(names).toHaveLength(1);
    const described = ok(await me(caller.token));
    expect(described['identities']).toMatchObject([{ uid: there }]);
    expect(described['roleBindings']).toMatchObject([{ group: { uid: other.root } }]);
    denied(await grove.get(`${IAM}/groups/${grove.rootUid}`, caller), 'groups.list', grove.rootUid);
    ok(await grove.post(`${IAM}/groups/${other.root}`, { name: 'still' }, caller));
  });

  it('cannot be kept by what they own elsewhere, which is for its owners to decide', async () => {
    const caller = await newCaller();
    const binding = await bind(grove, grove.rootUid, caller.uid, 'owner');
    ok(await grove.post(`${IAM}/groups`, { name: 'refuge' }, caller));
    ok(await block(caller.uid));
    expect(await groupNames(caller.token)).toEqual(['refuge']);
    const again = await grove.post(`${IAM}/groups`, { name: 'second refuge' }, caller);
    ok(again);
    okEmpty(await grove.del(`${IAM}/roleBindings/${String(binding['uid'])}`));
  });

  it('accepts no invite into the organization', async () => {
    const caller = await newCaller();
    const other = await newOrganization();
    const there = await register(other.root, { subject: caller.subject }, {}, other);
    const viewer = { identityUid: there, roleUid: roleUidOf('viewer') };
    ok(await grove.post(`${IAM}/roleBindings/${other.root}`, viewer, other));
    const invite = { roleUid: roleUidOf('viewer'), ttl: '3600s' };
    const { code } = ok(await grove.post(`${IAM}/groupInvites/${grove.rootUid}`, invite));
    ok(await block(caller.uid));
    const answer = await grove.post('/auth/v1/invites:accept', { code }, caller);
    expect(preconditions(answer)).toEqual(['IDENTITY_BLOCKED']);
  });

  it('has made no invite that others could use', async () => {
    const maker = await newCaller();
    await bind(grove, grove.rootUid, maker.uid, 'owner');
    const invite = { roleUid: roleUidOf('viewer'), ttl: '3600s' };
    const { code } = ok(await grove.post(`${IAM}/groupInvites/${grove.rootUid}`, invite, maker));
    ok(await block(maker.uid));
    const preview = () => grove.post('/auth/v1/invites:preview', { code }, { token: null });
    expect(preconditions(await preview())).toEqual(['INVITE_WITHDRAWN']);
    ok(await unblock(maker.uid));
    ok(await preview());
  });
});

describe('a blocked pattern', () => {
  it('grants nothing to anybody, and blocks nobody', async () => {
    const word = `team${(count += 1)}`;
    const pattern = await register(grove.rootUid, { subjectPattern: `${word}-.*` });
    await bind(grove, grove.rootUid, pattern, 'viewer');
    const group = await newGroup(grove, grove.rootUid);
    const own = await register(group, { subject: `${word}-1` });
    await bind(grove, group, own, 'viewer');
    const [first = '', second = ''] = await Promise.all(
      ['1', '2'].map((name) => issuer.sign({ sub: `${word}-${name}`, aud: grove.url })),
    );
    expect(await groupNames(first)).toContain('acme');
    ok(await block(pattern));
    expect(await groupNames(first)).toHaveLength(1);
    expectRefused(await me(second));
  });
});

describe('the rights to block', () => {
  it('are to update the identity, and to delete what it is bound to', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const { uid } = await newCaller(group);
    const viewer = await personWith(grove, 'viewer', grove.rootUid);
    denied(await block(uid, viewer), 'identity.update', uid);
    denied(await unblock(uid, viewer), 'identity.update', uid);
    const editor = await personWith(grove, 'editor', group);
    ok(await block(uid, editor));
    ok(await unblock(uid, editor));
    await bind(grove, group, uid, 'viewer');
    denied(await block(uid, editor), 'role_bindings.delete', group);
    const owner = await personWith(grove, 'owner', group);
    ok(await block(uid, owner));
  });

  it('do not reach above oneself by an identity for somebody else', async () => {
    const boss = await newCaller();
    await bind(grove, grove.rootUid, boss.uid, 'owner');
    const group = await newGroup(grove, grove.rootUid);
    const editor = await personWith(grove, 'owner', group);
    const trap = await register(group, { subject: boss.subject }, {}, editor);
    denied(await block(trap, editor), 'role_bindings.delete', trap);
    const harmless = await register(group, { subject: 'nobody' }, {}, editor);
    ok(await block(harmless, editor));
    const claimMatch = { issuer: issuer.issuer, subject: boss.subject };
    okEmpty(await grove.del(`${IDENTITIES}/${trap}`));
    const turned = await grove.patch(`${IDENTITIES}/${harmless}`, { claimMatch }, editor);
    expect(preconditions(turned)).toEqual(['IDENTITY_BLOCKED']);
    ok(await grove.patch(`${IDENTITIES}/${harmless}`, { description: 'still' }, editor));
    expect(await groupNames(boss.token)).toContain('acme');
  });

  it('do not reach above oneself by the subject of own tokens, whatever its identity matches', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const above = await personWith(grove, 'owner', grove.rootUid);
    const { token } = await personWith(grove, 'owner', group);
    const claimMatch = { issuer: grove.url, subject: above.uid };
    const body = { name: 'trap', claimMatch };
    const trap = String(ok(await grove.post(`${IDENTITIES}/${group}`, body, { token }))['uid']);
    denied(await block(trap, { token }), 'role_bindings.delete', trap);
    ok(await grove.get(`${IAM}/groups/${grove.rootUid}`, { token: above.token }));
    const sessions = await grove.get(`${IDENTITIES}:sessions?identity_uid=${trap}`, { token });
    denied(sessions, 'role_bindings.delete', trap);
  });

  it('do not reach somebody whom a pattern lets in further up', async () => {
    const word = `ops${(count += 1)}`;
    const pattern = await register(grove.rootUid, { subjectPattern: `${word}-.*` });
    await bind(grove, grove.rootUid, pattern, 'owner');
    const group = await newGroup(grove, grove.rootUid);
    const editor = await personWith(grove, 'owner', group);
    const trap = await register(group, { subject: `${word}-1` }, {}, editor);
    denied(await block(trap, editor), 'role_bindings.delete', trap);
    ok(await block(trap));
  });

  it('are needed to end a block by deleting its identity', async () => {
    const boss = await newCaller();
    await bind(grove, grove.rootUid, boss.uid, 'owner');
    const group = await newGroup(grove, grove.rootUid);
    const below = await register(group, { subject: boss.subject });
    ok(await block(below));
    const editor = await personWith(grove, 'editor', group);
    denied(await grove.del(`${IDENTITIES}/${below}`, editor), 'identity.update', below);
    denied(await unblock(below, editor), 'identity.update', below);
    denied(await block(below, editor), 'identity.update', below);
    expectRefused(await me(boss.token));
    okEmpty(await grove.del(`${IDENTITIES}/${below}`));
    ok(await me(boss.token));
  });

  it('do not give back what one does not hold', async () => {
    const { uid } = await newCaller();
    await bind(grove, grove.rootUid, uid, 'owner');
    const role = await newRole(grove, ['groups.list', 'identity.update', 'role_bindings.delete']);
    const guard = await personWith(grove, role, grove.rootUid);
    ok(await block(uid));
    expect(failure(await unblock(uid, guard), 'PERMISSION_DENIED').message).toContain(
      'this grants',
    );
    ok(await unblock(uid));
  });

  it('are enough to undo one’s own block, unless somebody else has taken it over', async () => {
    const { uid } = await newCaller();
    await bind(grove, grove.rootUid, uid, 'owner');
    const role = await newRole(grove, ['groups.list', 'identity.update', 'role_bindings.delete']);
    const guard = await personWith(grove, role, grove.rootUid);
    ok(await block(uid, guard));
    ok(await unblock(uid, guard));
    ok(await block(uid, guard));
    ok(await block(uid, {}, 'left the company'));
    failure(await unblock(uid, guard), 'PERMISSION_DENIED');
    ok(await unblock(uid));
    // An identity that names somebody else since then is not who set the block.
    ok(await block(uid, guard));
    const claimMatch = { issuer: issuer.issuer, subject: `guard ${(count += 1)}` };
    ok(await grove.patch(`${IDENTITIES}/${guard.uid}`, { claimMatch }));
    const sub = claimMatch.subject;
    const token = await issuer.sign({ sub, aud: grove.url });
    failure(await unblock(uid, { token }), 'PERMISSION_DENIED');
  });

  it('are not over oneself', async () => {
    const admin = await personWith(grove, 'owner', grove.rootUid);
    expect(preconditions(await block(admin.uid, admin))).toEqual(['OWN_IDENTITY']);
    const caller = await newCaller();
    await bind(grove, grove.rootUid, caller.uid, 'owner');
    const group = await newGroup(grove, grove.rootUid);
    const match = { subject: caller.subject, audience: 'https://else.example' };
    const alike = await register(group, match);
    expect(preconditions(await block(alike, caller))).toEqual(['OWN_IDENTITY']);
  });
});

describe('the last owner', () => {
  it('cannot be blocked, nor leave while the others are blocked', async () => {
    const { root, token } = await newOrganization();
    const options = { token };
    const { roleBindings } = ok(await grove.get(`${IAM}/roleBindings?group=${root}`, options));
    const [founder, owner] = roleBindings as { uid: string; identity: { uid: string } }[];
    const bindings = [founder, owner].map((one) => ({
      uid: String(one?.uid),
      identity: String(one?.identity.uid),
    }));
    const mine = String((ok(await me(token))['identities'] as Json[])[0]?.['uid']);
    const other = bindings.find(({ identity }) => identity !== mine);
    okEmpty(await grove.del(`${IAM}/roleBindings/${other?.uid ?? ''}`, options));
    const role = { name: 'guard', capabilities: ['identity.update', 'role_bindings.delete'] };
    const { uid: roleUid } = ok(await grove.post(`${IAM}/roles/${root}`, role, options));
    const guard = await register(root, { subject: 'guard' }, {}, options);
    const given = { identityUid: guard, roleUid };
    ok(await grove.post(`${IAM}/roleBindings/${root}`, given, options));
    const asGuard = { token: await grove.token(guard) };
    expect(preconditions(await block(mine, asGuard))).toEqual(['LAST_OWNER']);
    // A blocked second owner does not count as an owner.
    const second = await register(root, { subject: 'second' }, {}, options);
    const binding = { identityUid: second, roleUid: roleUidOf('owner') };
    ok(await grove.post(`${IAM}/roleBindings/${root}`, binding, options));
    ok(await block(second, options));
    expect(preconditions(await block(mine, asGuard))).toEqual(['LAST_OWNER']);
    const own = bindings.find(({ identity }) => identity === mine);
    const leave = await grove.del(`${IAM}/roleBindings/${own?.uid ?? ''}`, options);
    expect(preconditions(leave)).toEqual(['LAST_OWNER']);
    ok(await unblock(second, options));
    ok(await block(mine, asGuard));
  });

  it('cannot become somebody who is blocked', async () => {
    const { root, token } = await newOrganization();
    const options = { token };
    const subject = `blocked ${root}`;
    const blockedOne = await register(root, { subject }, {}, options);
    ok(await block(blockedOne, options));
    const { roleBindings } = ok(await grove.get(`${IAM}/roleBindings?group=${root}`, options));
    const mine = String((ok(await me(token))['identities'] as Json[])[0]?.['uid']);
    const isMine = (binding: Json) => (binding['identity'] as Json)['uid'] === mine;
    for (const binding of roleBindings as Json[]) {
      const path = `${IAM}/roleBindings/${String(binding['uid'])}`;
      if (!isMine(binding)) okEmpty(await grove.del(path, options));
    }
    const own = (roleBindings as Json[]).find(isMine);
    const path = `${IAM}/roleBindings/${String(own?.['uid'])}`;
    const handedOver = await grove.patch(path, { identityUid: blockedOne }, options);
    expect(preconditions(handedOver)).toEqual(['LAST_OWNER']);
    const claimMatch = { issuer: issuer.issuer, subject };
    const renamed = await grove.patch(`${IDENTITIES}/${mine}`, { claimMatch }, options);
    expect(preconditions(renamed)).toEqual(['LAST_OWNER']);
    ok(await unblock(blockedOne, options));
    ok(await grove.patch(path, { identityUid: blockedOne }, options));
  });
});

describe('explaining access', () => {
  it('says that the identity is blocked', async () => {
    const person = await newPerson(grove);
    await bind(grove, grove.rootUid, person.uid, 'viewer');
    const explain = async (body: Json) =>
      ok(
        await grove.post(`${IAM}/access:explain`, {
          identityUid: person.uid,
          groupUid: grove.rootUid,
          ...body,
        }),
      );
    const whoCan = async () => {
      const path = `${IAM}/access:whoCan?group_uid=${grove.rootUid}&capability=audit.list`;
      return Number(ok(await grove.get(path))['identityCount']);
    };
    expect(await explain({ capability: 'groups.list' })).not.toHaveProperty('blocked');
    await bind(grove, grove.rootUid, person.uid, 'auditor');
    const before = await whoCan();
    ok(await block(person.uid));
    expect(await explain({ capability: 'groups.list' })).toMatchObject({
      allowed: false,
      blocked: true,
      roleBindings: [{}, {}],
    });
    expect(await explain({})).toMatchObject({ capabilities: [], blocked: true });
    expect(await whoCan()).toBe(before - 1);
  });
});
