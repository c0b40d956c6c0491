/**
 * An organization that only names a person gets no records of their actions, and cannot prevent
 * that another organization helps them.
 */
import { beforeEach, describe, expect } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { identify } from '#lib/auth/identify.ts';
import { group } from '#lib/resources/group.ts';
import { newCall } from '#lib/service/calls/call.ts';
import { getResource } from '#lib/service/verbs/get.ts';
import { transaction } from '#lib/store/store.ts';
import { grove, issuer } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { failure, ok, preconditions, TIME } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { exchangeToken } from '../support/exchange.ts';
import {
  acme,
  evil,
  person,
  register,
  signedIn,
  token,
  withParties as it,
} from '../support/organizations.ts';
import type { Organization } from '../support/organizations.ts';
import { bind, join, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const PASSWORD = 'correct horse battery staple';

let count = 0;

beforeEach(() => {
  count += 1;
});

/** The identity with which evil named the person, with a role, before any other organization. */
async function namedByEvil(): Promise<string> {
  const uid = await register(grove, evil, person);
  await bind(grove, evil.root, uid, 'viewer', evil);
  return uid;
}

async function knownToAcme(): Promise<string> {
  const uid = await register(grove, acme, person);
  await bind(grove, acme.root, uid, 'viewer', acme);
  return uid;
}

async function wasSeen(uid: string): Promise<boolean> {
  const row = await rowsIn('Identity').findFirst({ where: { uid } });
  return row?.lastSeenTime.getTime() !== row?.createTime.getTime();
}

async function toldTo({ root, token: by }: Organization, about: string): Promise<unknown[]> {
  await writeJoined();
  const path = `${IAM}/auditEvents?uidp.descendants_of=${root}&resource=${about}`;
  const { auditEvents } = ok(await grove.get(path, { token: by }));
  const types = (auditEvents as Json[]).map(({ type }) => String(type));
  return types.filter((type) => /session|token/.test(type)).sort();
}

async function providerOf({ root, token: by }: Organization): Promise<string> {
  const body = { name: 'provider', oidc: { issuer: issuer.issuer, clientId: 'grove' } };
  return String(
    ok(await grove.post(`${IAM}/identityProviders/${root}`, body, { token: by }))['uid'],
  );
}

const lists = (by: { token: string | null; headers?: Record<string, string> }, query = '') =>
  grove.get(`${IAM}/groups${query}`, by);

describe('an organization that only names a person', () => {
  it('does not see when they use a token elsewhere', async () => {
    const there = await namedByEvil();
    const here = await knownToAcme();
    ok(await lists({ token }));
    ok(await grove.get(`${IAM}/groups/${acme.root}`, { token }));
    ok(await lists({ token }, `?uidp.descendants_of=${acme.root}`));
    ok(await exchangeToken(grove, token));
    await expect.poll(() => wasSeen(here)).toBe(true);
    expect(await wasSeen(there)).toBe(false);
    expect(await toldTo(evil, there)).toEqual([]);
  });

  it('has not seen them because it saw whom the identity named before', async () => {
    const other = { issuer: issuer.issuer, subject: `other ${count}` };
    const there = await register(grove, evil, other);
    await bind(grove, evil.root, there, 'viewer', evil);
    const by = { token: await issuer.sign({ sub: other.subject, aud: grove.url }) };
    ok(await grove.get(`${IAM}/groups/${evil.root}`, by));
    await expect.poll(() => wasSeen(there)).toBe(true);
    ok(await grove.patch(`${IAM}/identities/${there}`, { claimMatch: person }, evil));
    expect(await wasSeen(there)).toBe(false);
    const here = await knownToAcme();
    ok(await exchangeToken(grove, token));
    ok(await grove.get(`${IAM}/groups/${acme.root}`, { token }));
    await expect.poll(() => wasSeen(here)).toBe(true);
    expect(await wasSeen(there)).toBe(false);
    expect(await toldTo(evil, there)).toEqual([]);
  });

  it('has not seen them because a request began while the identity named somebody else', async () => {
    const other = { issuer: issuer.issuer, subject: `other ${count}` };
    const there = await register(grove, evil, other);
    await bind(grove, evil.root, there, 'viewer', evil);
    await register(grove, acme, other);
    const by = await issuer.sign({ sub: other.subject, aud: grove.url });
    const request = new Request(grove.url, { headers: { authorization: `Bearer ${by}` } });
    const call = await newCall(await identify(request, 'write'));
    ok(await grove.patch(`${IAM}/identities/${there}`, { claimMatch: person }, evil));
    await getResource(group, call, evil.root);
    // What was seen is written first.
    await transaction(() => Promise.resolve());
    expect(await wasSeen(there)).toBe(false);
  });

  it('sees it once the person uses access there', async () => {
    const there = await namedByEvil();
    await knownToAcme();
    ok(await grove.get(`${IAM}/groups/${evil.root}`, { token }));
    await expect.poll(() => wasSeen(there)).toBe(true);
  });

  it('sees every use of a token that nobody else knows', async () => {
    const here = await knownToAcme();
    ok(await lists({ token }));
    await expect.poll(() => wasSeen(here)).toBe(true);
  });

  it('has no record of sign-ins through a provider elsewhere', async () => {
    const there = await namedByEvil();
    const here = await knownToAcme();
    const headers = await signedIn({ ...person, provider: await providerOf(acme) });
    ok(await lists({ token: null, headers }));
    ok(await grove.call('DELETE', '/auth/v1/sessions', { token: null, headers }));
    await expect.poll(() => wasSeen(here)).toBe(true);
    expect(await wasSeen(there)).toBe(false);
    expect(await toldTo(evil, there)).toEqual([]);
    expect(await toldTo(acme, here)).toEqual(['grove.iam.session.started.v1']);
  });

  it('has one of sign-ins of people who accepted an invite there', async () => {
    await knownToAcme();
    const invite = { roleUid: roleUidOf('viewer'), ttl: '3600s' };
    const { code } = ok(await grove.post(`${IAM}/groupInvites/${evil.root}`, invite, evil));
    const { identity } = ok(await grove.post('/auth/v1/invites:accept', { code }, { token }));
    const { uid } = identity as { uid: string };
    ok(await grove.get(`${IAM}/groups/${evil.root}`, { token }));
    await expect.poll(() => wasSeen(uid)).toBe(true);
    await signedIn({ ...person, provider: await providerOf(acme) });
    expect(await toldTo(evil, uid)).toEqual(['grove.iam.session.started.v1']);
  });
});

describe('help for somebody who cannot sign in', () => {
  const email = () => `helped${count}@example.com`;
  const reset = (uid: string) =>
    grove.post(`${IAM}/identities:resetPassword`, { identityUid: uid }, acme);

  const account = () =>
    join(grove, 'viewer', acme.root, { email: email(), password: PASSWORD }, acme);

  it('does not depend on roles that other organizations gave the account', async () => {
    const uid = await account();
    for (const match of [{ subjectPattern: '.*' }, { subject: uid }]) {
      const named = await register(grove, evil, { issuer: grove.url, ...match });
      await bind(grove, evil.root, named, 'owner', evil);
    }
    ok(await reset(uid));
    ok(await grove.post(`${IAM}/identities:removeFactors`, { identityUid: uid }, acme));
  });

  it('needs the capabilities that the person accepted elsewhere', async () => {
    const uid = await account();
    const invite = { roleUid: roleUidOf('viewer'), ttl: '3600s' };
    const { code } = ok(await grove.post(`${IAM}/groupInvites/${evil.root}`, invite, evil));
    const own = { token: await grove.token(uid) };
    ok(await grove.post('/auth/v1/invites:accept', { code }, own));
    failure(await reset(uid), 'PERMISSION_DENIED');
  });

  it('grants no role that other organizations bound to the account', async () => {
    const uid = await account();
    const code = { roleUid: roleUidOf('viewer'), ttl: '60s' };
    const seen = ok(await grove.post(`${IAM}/groupInvites/${acme.root}`, code, acme))['code'];
    ok(await grove.post('/auth/v1/invites:accept', { code: seen }, evil));
    const binding = await bind(grove, evil.root, uid, 'viewer', evil);
    ok(await reset(uid));
    const path = `${IAM}/roleBindings/${String(binding['uid'])}`;
    expect(ok(await grove.get(path, evil))['unconfirmedTime']).toMatch(TIME);
  });
});

describe('an invite for an address', () => {
  it('is for whoever has it verified, also where they are registered without it', async () => {
    await register(grove, acme, person);
    const email = `invited${count}@example.com`;
    const body = { roleUid: roleUidOf('viewer'), ttl: '3600s', email };
    const { code } = ok(await grove.post(`${IAM}/groupInvites/${acme.root}`, body, acme));
    const accept = async (claims: Json) => {
      const by = await issuer.sign({ sub: person.subject, aud: grove.url, ...claims });
      return grove.post('/auth/v1/invites:accept', { code }, { token: by });
    };
    failure(await accept({ email, email_verified: false }), 'PERMISSION_DENIED');
    failure(await accept({ email: `x${email}`, email_verified: true }), 'PERMISSION_DENIED');
    ok(await accept({ email, email_verified: true }));
  });

  it('is not withdrawn by a block of somebody whom another organization calls its maker', async () => {
    const maker = await register(grove, acme, person);
    await bind(grove, acme.root, maker, 'owner', acme);
    const there = await namedByEvil();
    const body = { roleUid: roleUidOf('viewer'), ttl: '3600s' };
    const { code } = ok(await grove.post(`${IAM}/groupInvites/${acme.root}`, body, { token }));
    const blocked = { issuer: issuer.issuer, subject: `blocked ${count}` };
    ok(
      await grove.post(
        `${IAM}/identities:block`,
        { uid: await register(grove, acme, blocked) },
        acme,
      ),
    );
    ok(await grove.patch(`${IAM}/identities/${there}`, { claimMatch: blocked }, evil));
    const preview = await grove.post('/auth/v1/invites:preview', { code }, { token: null });
    expect(preview.status === 200 ? [] : preconditions(preview)).toEqual([]);
  });
});
