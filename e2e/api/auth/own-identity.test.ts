// @module-tag v1
import { decodeJwt } from 'jose';
import { afterAll, describe, expect } from 'vitest';
import { newChildUid } from '#lib/aip/uid.ts';
import { boundElsewhere } from '#lib/auth/matching/bound-elsewhere.ts';
import { transaction } from '#lib/store/store.ts';
import { startOidcIssuer } from '../../support/oidc-issuer.ts';
import type { OidcIssuer } from '../../support/oidc-issuer.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { failure, ok, okEmpty, preconditions } from '../support/answers.ts';
import { exchangeToken } from '../support/exchange.ts';
import { rowsIn } from '../support/database.ts';
import { newOrganization } from '../support/organizations.ts';
import { bind, newGroup, personWith, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';

let issuer: OidcIssuer;

it.beforeAll(async () => {
  issuer = await startOidcIssuer();
});

afterAll(async () => {
  await issuer.stop();
});

const tokenOf = (sub: string, claims: Json = {}) => issuer.sign({ sub, aud: grove.url, ...claims });

async function register(claimMatch: Json, options?: { token: string }): Promise<string> {
  const body = {
    name: newName('identity'),
    claimMatch: { issuer: issuer.issuer, ...claimMatch },
  };
  const answer = await grove.post(`${IAM}/identities/${grove.rootUid}`, body, options);
  return String(ok(answer)['uid']);
}

/** An identity with these patterns whose uid sorts before another uid. */
async function patternBefore(uid: string, token: string): Promise<string> {
  for (;;) {
    const pattern = await register({ subjectPattern: '.*' }, { token });
    if (pattern < uid) return pattern;
    okEmpty(await grove.del(`${IAM}/identities/${pattern}`));
  }
}

const bindingsOf = async (group: string): Promise<Json[]> =>
  ok(await grove.get(`${IAM}/roleBindings?group=${group}`))['roleBindings'] as Json[];

const recordsOf = async (resource: string): Promise<Json[]> =>
  ok(await grove.get(`${IAM}/auditEvents?resource=${resource}`))['auditEvents'] as Json[];

const invite = async (extra: Json): Promise<string> => {
  const body = { roleUid: roleUidOf('viewer'), ttl: '3600s', ...extra };
  return String(ok(await grove.post(`${IAM}/groupInvites/${grove.rootUid}`, body))['code']);
};

const accept = (code: string, token: string): Promise<Answer> =>
  grove.post('/auth/v1/invites:accept', { code }, { token });

const exchange = (token: string, extra?: Record<string, string>): Promise<Answer> =>
  exchangeToken(grove, token, extra);

const exchanged = async (...args: Parameters<typeof exchange>): Promise<string> =>
  String(ok(await exchange(...args))['access_token']);

describe('a pattern that matches somebody else', () => {
  it('never becomes the owner of what they create, nor the actor in their records', async () => {
    const editor = await personWith(grove, 'editor', grove.rootUid);
    const founder = await register({ subject: 'founder' });
    await bind(grove, grove.rootUid, founder, 'owner');
    const pattern = await patternBefore(founder, editor.token);
    const token = await tokenOf('founder');
    const created = ok(await grove.post(`${IAM}/groups`, { name: 'founded' }, { token }));
    const root = String(created['uid']);
    const list = ok(await grove.get(`${IAM}/roleBindings?group=${root}`, { token }));
    expect(list['roleBindings']).toMatchObject([
      { identity: { issuer: issuer.issuer, subject: 'founder' } },
    ]);
    const { auditEvents } = ok(await grove.get(`${IAM}/auditEvents?resource=${root}`, { token }));
    const [{ identity }] = list['roleBindings'] as [{ identity: Json }];
    // One record is in the new organization, one in that of its founder.
    expect(auditEvents).toMatchObject([
      { actor: identity['uid'], issuer: issuer.issuer, subject: 'founder' },
      { actor: founder, issuer: issuer.issuer, subject: 'founder' },
    ]);
    okEmpty(await grove.del(`${IAM}/identities/${pattern}`));
  });

  it('grants access, but never takes a root group or an invite', async () => {
    const robots = await register({ subjectPattern: 'robot-.*' });
    await bind(grove, grove.rootUid, robots, 'owner');
    const token = await tokenOf('robot-1');
    const group = await newGroup(grove, grove.rootUid);
    const update = await grove.patch(`${IAM}/groups/${group}`, { description: 'x' }, { token });
    ok(update);
    expect(await recordsOf(group)).toMatchObject([
      { actor: `${issuer.issuer} robot-1`, identities: [robots], subject: 'robot-1' },
      {},
    ]);
    const robot = { issuer: issuer.issuer, subject: 'robot-1' };
    const { uid } = ok(await grove.post(`${IAM}/groups`, { name: 'robots' }, { token }));
    const path = `${IAM}/roleBindings?group=${String(uid)}`;
    const { roleBindings } = ok(await grove.get(path, { token }));
    expect(roleBindings).toMatchObject([{ identity: robot }]);
    failure(
      await grove.get(`${IAM}/groups/${String(uid)}`, { token: await tokenOf('robot-2') }),
      'PERMISSION_DENIED',
    );
    const { identity, roleBinding } = ok(await accept(await invite({}), token));
    expect(identity).toMatchObject({ claimMatch: robot });
    expect(roleBinding).toMatchObject({ identity: robot });
    okEmpty(await grove.del(`${IAM}/identities/${robots}`));
  });

  it('is exchanged only if the request names the identity', async () => {
    const robots = await register({ subjectPattern: 'bot-.*' });
    const refused = await exchange(await tokenOf('bot-1'));
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      error: 'invalid_request',
      error_description: expect.stringMatching(/^subject_token: /) as string,
      reason: 'NO_IDENTITY',
    });
    const named = await exchanged(await tokenOf('bot-1'), { identity: robots });
    expect(decodeJwt(named)).toMatchObject({
      sub: robots,
      identities: [robots],
      act: { iss: issuer.issuer, sub: 'bot-1' },
    });
    const group = await newGroup(grove, grove.rootUid);
    await bind(grove, group, robots, 'owner');
    ok(await grove.patch(`${IAM}/groups/${group}`, { description: 'x' }, { token: named }));
    const [record] = await recordsOf(group);
    expect(record).toMatchObject({ actor: `${issuer.issuer} bot-1`, subject: 'bot-1' });
    expect(preconditions(await accept(await invite({}), named))).toEqual(['NO_IDENTITY']);
    okEmpty(await grove.del(`${IAM}/identities/${robots}`));
  });
});

describe('an own identity', () => {
  it('stays the same through an exchange, and so does who the caller is', async () => {
    const own = await register({ subject: 'ann' });
    const shared = await register({ subjectPattern: 'an+' });
    const token = await exchanged(await tokenOf('ann'));
    const again = await exchanged(token);
    for (const each of [token, again]) {
      expect(decodeJwt(each)).toMatchObject({
        sub: own,
        identities: [own, shared].sort(),
        act: { iss: issuer.issuer, sub: 'ann' },
      });
      const { principal } = ok(await grove.get('/auth/v1/me', { token: each }));
      expect(principal).toMatchObject({ issuer: issuer.issuer, subject: 'ann', via: 'token' });
    }
  });

  it('is the oldest of several, so that nobody can slip another one in', async () => {
    const own = await register({ subject: 'twice' });
    const elsewhere = await newGroup(grove, grove.rootUid);
    const claimMatch = { issuer: issuer.issuer, subject: 'twice' };
    for (let more = 0; more < 4; more += 1) {
      const body = { name: `twice ${more}`, claimMatch };
      const group = await newGroup(grove, elsewhere);
      ok(await grove.post(`${IAM}/identities/${group}`, body));
    }
    expect(decodeJwt(await exchanged(await tokenOf('twice')))['sub']).toBe(own);
  });

  it('does not verify an e-mail address by being exchanged', async () => {
    const uid = await register({ subject: 'mallory' });
    const data = { email: 'ceo@example.com', emailUnverified: true };
    await rowsIn('Identity').update({ where: { uid: String(uid) }, data });
    const code = await invite({ email: 'ceo@example.com' });
    const claims = { email: 'ceo@example.com', email_verified: false };
    const token = await tokenOf('mallory', claims);
    failure(await accept(code, token), 'PERMISSION_DENIED');
    failure(await accept(code, await exchanged(token)), 'PERMISSION_DENIED');
    failure(await accept(code, await grove.token(uid)), 'PERMISSION_DENIED');
    expect(await bindingsOf(grove.rootUid)).not.toContainEqual(
      expect.objectContaining({ identity: expect.objectContaining({ uid }) as Json }),
    );
  });
});

describe('a token that matches nobody', () => {
  it('is refused', async () => {
    await register({ subject: 'somebody' });
    const token = await tokenOf('nobody');
    for (const path of ['/auth/v1/me', `${IAM}/groups`, `${IAM}/roles`]) {
      const { message } = failure(await grove.get(path, { token }), 'UNAUTHENTICATED');
      expect(message).toContain('the token matches no identity');
    }
    failure(await grove.post(`${IAM}/groups`, { name: 'x' }, { token }), 'UNAUTHENTICATED');
    expect((await exchange(token)).status).toBe(400);
  });

  it('of another audience is refused before its issuer is asked for keys', async () => {
    const fresh = await startOidcIssuer();
    try {
      const claimMatch = { issuer: fresh.issuer, subject: 'x' };
      const body = { name: newName('identity'), claimMatch };
      ok(await grove.post(`${IAM}/identities/${grove.rootUid}`, body));
      const token = await fresh.sign({ sub: 'x', aud: 'https://elsewhere.example.com' });
      const { message } = failure(await grove.get('/auth/v1/me', { token }), 'UNAUTHENTICATED');
      expect(message).toContain('the token is meant for another audience');
      expect(fresh.requests).toEqual([]);
    } finally {
      await fresh.stop();
    }
  });

  it('may preview and accept an invite, but only with this installation’s audience', async () => {
    await register({ subject: 'member' });
    const code = await invite({});
    const token = await tokenOf('newcomer', { aud: 'https://elsewhere.example.com' });
    failure(await accept(code, token), 'UNAUTHENTICATED');
    const { identity } = ok(await accept(code, await tokenOf('newcomer')));
    const claimMatch = { issuer: issuer.issuer, subject: 'newcomer' };
    expect(identity).toMatchObject({
      uid: expect.stringContaining(`${grove.rootUid}/`) as string,
      claimMatch,
    });
  });
});

describe('an issuer that one organization registered', () => {
  it('does not match the patterns of another one', async () => {
    const fresh = await startOidcIssuer();
    try {
      const other = String(ok(await grove.post(`${IAM}/groups`, { name: 'other' }))['uid']);
      const anyIssuer = { issuerPattern: '.*', subject: 'machine' };
      const added = async (group: string, claimMatch: Json) => {
        const body = { name: newName('identity'), claimMatch };
        return String(ok(await grove.post(`${IAM}/identities/${group}`, body))['uid']);
      };
      await added(grove.rootUid, { issuer: fresh.issuer, subject: 'registered' });
      const foreign = await added(other, anyIssuer);
      const below = await added(await newGroup(grove, grove.rootUid), anyIssuer);
      const token = await fresh.sign({ sub: 'machine', aud: grove.url });
      const { identities } = ok(await grove.get('/auth/v1/me', { token }));
      expect((identities as Json[]).map(({ uid }) => uid)).toEqual([below]);
      await added(other, { issuer: fresh.issuer, subject: 'registered' });
      const both = ok(await grove.get('/auth/v1/me', { token }))['identities'] as Json[];
      expect(both.map(({ uid }) => uid)).toEqual([below, foreign].sort());
    } finally {
      await fresh.stop();
    }
  });
});

describe('an identity that is bound elsewhere', () => {
  it('is deleted only by callers who may delete its bindings', async () => {
    const team = await newGroup(grove, grove.rootUid);
    const editor = await personWith(grove, 'editor', team);
    const claimMatch = { issuer: issuer.issuer, subject: 'root-owner' };
    const body = { name: 'root owner', claimMatch };
    const uid = String(ok(await grove.post(`${IAM}/identities/${team}`, body))['uid']);
    await bind(grove, grove.rootUid, uid, 'owner');
    const path = `${IAM}/identities/${uid}`;
    const { metadata } = failure(
      await grove.del(path, { token: editor.token }),
      'PERMISSION_DENIED',
    );
    expect(metadata['capability']).toBe('role_bindings.delete');
    ok(await grove.get(path));
    okEmpty(await grove.del(path));
  });

  it('and so is a group with role bindings', async () => {
    const capabilities = ['groups.list', 'groups.delete'];
    const role = String(
      ok(await grove.post(`${IAM}/roles/${grove.rootUid}`, { name: 'remover', capabilities }))[
        'uid'
      ],
    );
    const group = await newGroup(grove, grove.rootUid);
    const person = await personWith(grove, role, grove.rootUid);
    await bind(grove, group, person.uid, 'viewer');
    const path = `${IAM}/groups/${group}`;
    failure(await grove.del(path, { token: person.token }), 'PERMISSION_DENIED');
    const [binding] = await bindingsOf(group);
    okEmpty(await grove.del(`${IAM}/roleBindings/${String(binding?.['uid'])}`));
    okEmpty(await grove.del(path, { token: person.token }));
  });

  it('is known once to each organization, the first one first, however often it is bound', async () => {
    const { uid } = await personWith(grove, 'viewer', await newGroup(grove, grove.rootUid));
    const [{ root: first }, { root: second }] = [
      await newOrganization(grove),
      await newOrganization(grove),
    ];
    const bindAt = (parent: string, role: string, time: number, unconfirmedTime?: Date) => {
      const names = { parent, identityUid: uid, roleUid: roleUidOf(role) };
      const times = { createTime: new Date(time), unconfirmedTime };
      return transaction((tx) =>
        tx.insert('RoleBinding', { uid: newChildUid(parent), ...names, ...times }),
      );
    };
    await bindAt(second, 'viewer', 2);
    await bindAt(first, 'viewer', 3);
    await bindAt(first, 'editor', 1);
    await bindAt((await newOrganization(grove)).root, 'viewer', 4, new Date());
    expect(await boundElsewhere([uid])).toEqual([
      { root: first, uid },
      { root: second, uid },
    ]);
  });
});
