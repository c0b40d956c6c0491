import { create, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { DeleteGroupRequestSchema } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { rowsIn } from '../support/database.ts';
import { emptyRecord } from '../support/empty-record.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Answer } from '../harness.ts';
import { badFields, denied, failure, ok, okEmpty, preconditions } from '../support/answers.ts';
import { bind, newGroup, newPerson, newRole, personWith } from '../support/people.ts';

const MINUTE = 60_000;
const REQUIRED = ['REAUTHENTICATION_REQUIRED'];
const owner = builtInRole('owner').uid;
const viewer = builtInRole('viewer').uid;

let browser: TestBrowser;
let address = 0;
let count = 0;

it.beforeAll(async () => {
  browser = newBrowser();
  await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD);
});

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  await rowsIn('Attempt').delete();
  await rowsIn('Passkey').delete();
  await confirmedAt(new Date());
});

afterEach(() => vi.useRealTimers());

const newBrowser = () => new TestBrowser(grove.url, `203.0.113.${(address += 1)}`);
const confirmedAt = (authenticatedTime: Date | null) =>
  rowsIn('Session').update({ data: { authenticatedTime } });
const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** A request with the session of a browser. */
const as = (from: TestBrowser) => ({
  token: null,
  headers: { cookie: from.cookie, 'sec-fetch-site': 'same-origin' },
});

type Call = (options?: ReturnType<typeof as>) => Promise<Answer>;

const iam = (path: string) => `/iam/v2beta1/${path}`;
const reauthenticate = (body: object = { currentPassword: OWNER_PASSWORD }, from = browser) =>
  grove.post('/auth/v1/sessions:reauthenticate', body, as(from));
const authentication = async (from = browser) =>
  ok(await grove.get('/auth/v1/sessions:reauthenticate', as(from)));

const uidOf = (answer: Answer) => String(ok(answer)['uid']);
const named = () => `name ${(count += 1)}`;

async function newKey(): Promise<{ key: string; identityUid: string }> {
  const { uid: identityUid } = await newPerson(grove);
  const body = { name: named(), identityUid, ttl: '3600s' };
  const key = uidOf(await grove.post(iam(`identityKeys/${grove.rootUid}`), body));
  return { key, identityUid };
}

const providerBody = () => ({
  name: named(),
  oidc: { issuer: 'https://login.example.com', clientId: 'grove' },
});

const newProvider = async () =>
  uidOf(await grove.post(iam(`identityProviders/${grove.rootUid}`), providerBody()));

async function blockedPerson(role: string): Promise<string> {
  const { uid } = await personWith(grove, role, grove.rootUid);
  ok(await grove.post(iam('identities:block'), { uid }));
  return uid;
}

/** The operations that need a recent sign-in. A token prepares each of them. */
const DANGEROUS: Record<string, () => Promise<Call>> = {
  'binds owner': async () => {
    const { uid: identityUid } = await newPerson(grove);
    const body = { identityUid, roleUid: owner };
    return (options) => grove.post(iam(`roleBindings/${grove.rootUid}`), body, options);
  },
  'binds a role that can hand out roles': async () => {
    const { uid: identityUid } = await newPerson(grove);
    const roleUid = await newRole(grove, ['groups.list', 'role_bindings.create']);
    const body = { identityUid, roleUid };
    return (options) => grove.post(iam(`roleBindings/${grove.rootUid}`), body, options);
  },
  'makes a binding one of owner': async () => {
    const { uid } = await newPerson(grove);
    const binding = await bind(grove, grove.rootUid, uid, 'viewer');
    const path = iam(`roleBindings/${String(binding['uid'])}`);
    return (options) => grove.patch(path, { roleUid: owner }, options);
  },
  'invites an owner': async () => {
    const body = { roleUid: owner, ttl: '3600s' };
    return (options) => grove.post(iam(`groupInvites/${grove.rootUid}`), body, options);
  },
  'lets a role hand out roles': async () => {
    const role = await newRole(grove, ['groups.list']);
    const body = { capabilities: ['groups.list', 'role_bindings.create'] };
    return (options) => grove.patch(iam(`roles/${role}`), body, options);
  },
  'adds a provider': async () => {
    const body = providerBody();
    return (options) => grove.post(iam(`identityProviders/${grove.rootUid}`), body, options);
  },
  'changes a provider': async () => {
    const path = iam(`identityProviders/${await newProvider()}`);
    return (options) => grove.patch(path, { name: named() }, options);
  },
  'deletes a provider': async () => {
    const path = iam(`identityProviders/${await newProvider()}`);
    return (options) => grove.del(path, options);
  },
  'changes the issuer of an identity': async () => {
    const { uid } = await newPerson(grove);
    const claimMatch = { issuer: 'https://other.example.com', subject: named() };
    return (options) => grove.patch(iam(`identities/${uid}`), { claimMatch }, options);
  },
  'changes the subject of an identity': async () => {
    const { uid } = await newPerson(grove);
    const claimMatch = { issuer: 'https://people.example.com', subject: named() };
    return (options) => grove.patch(iam(`identities/${uid}`), { claimMatch }, options);
  },
  'makes a key of an owner': async () => {
    const body = { name: named(), identityUid: grove.ownerUid, ttl: '3600s' };
    return (options) => grove.post(iam(`identityKeys/${grove.rootUid}`), body, options);
  },
  'revokes a key': async () => {
    const { key } = await newKey();
    return (options) => grove.del(iam(`identityKeys/${key}`), options);
  },
  'deletes an identity with keys': async () => {
    const { identityUid } = await newKey();
    return (options) => grove.del(iam(`identities/${identityUid}`), options);
  },
  'takes away the role of an owner': async () => {
    const { uid } = await newPerson(grove);
    const binding = await bind(grove, grove.rootUid, uid, 'owner');
    return (options) => grove.del(iam(`roleBindings/${String(binding['uid'])}`), options);
  },
  'makes an owner a viewer': async () => {
    const { uid } = await newPerson(grove);
    const binding = await bind(grove, grove.rootUid, uid, 'owner');
    const path = iam(`roleBindings/${String(binding['uid'])}`);
    return (options) => grove.patch(path, { roleUid: viewer }, options);
  },
  'keeps a role from handing out roles': async () => {
    const role = await newRole(grove, ['groups.list', 'role_bindings.create']);
    const body = { capabilities: ['groups.list'] };
    return (options) => grove.patch(iam(`roles/${role}`), body, options);
  },
  'deletes the identity of an owner': async () => {
    const { uid } = await personWith(grove, 'owner', grove.rootUid);
    return (options) => grove.del(iam(`identities/${uid}`), options);
  },
  'blocks an owner': async () => {
    const { uid } = await personWith(grove, 'owner', grove.rootUid);
    return (options) => grove.post(iam('identities:block'), { uid }, options);
  },
  'unblocks an owner': async () => {
    const uid = await blockedPerson('owner');
    return (options) => grove.post(iam('identities:unblock'), { uid }, options);
  },
  'deletes the block of an owner': async () => {
    const uid = await blockedPerson('viewer');
    const { claimMatch } = ok(await grove.get(iam(`identities/${uid}`)));
    const group = await newGroup(grove, grove.rootUid);
    const other = { name: named(), claimMatch };
    const twin = uidOf(await grove.post(iam(`identities/${group}`), other));
    await bind(grove, group, twin, 'owner');
    return (options) => grove.del(iam(`identities/${uid}`), options);
  },
  'changes the policy': async () => {
    const body = { groupUid: grove.rootUid, sessionIdle: `${3_600 + (count += 1)}s` };
    return (options) => grove.post(iam('groups:updatePolicy'), body, options);
  },
  'claims a domain': async () => {
    const body = { groupUid: grove.rootUid, name: `d${(count += 1)}.example.com` };
    return (options) => grove.post(iam('groups:claimDomain'), body, options);
  },
  'releases a domain': async () => {
    const body = { groupUid: grove.rootUid, name: `d${(count += 1)}.example.com` };
    ok(await grove.post(iam('groups:claimDomain'), body));
    return (options) => grove.post(iam('groups:releaseDomain'), body, options);
  },
  'deletes a group': async () => {
    const group = await newGroup(grove, grove.rootUid);
    return (options) => grove.del(iam(`groups/${group}`), options);
  },
};

/** The operations that an old session may do. */
const HARMLESS: Record<string, () => Promise<Call>> = {
  'binds viewer': async () => {
    const { uid: identityUid } = await newPerson(grove);
    const body = { identityUid, roleUid: viewer };
    return (options) => grove.post(iam(`roleBindings/${grove.rootUid}`), body, options);
  },
  'renames an identity': async () => {
    const { uid } = await newPerson(grove);
    return (options) => grove.patch(iam(`identities/${uid}`), { name: named() }, options);
  },
  'gives a claim match as it is': async () => {
    const { uid } = await newPerson(grove);
    const { claimMatch } = ok(await grove.get(iam(`identities/${uid}`)));
    return (options) =>
      grove.patch(iam(`identities/${uid}`), { name: named(), claimMatch }, options);
  },
  'deletes an identity without keys': async () => {
    const { uid } = await newPerson(grove);
    return (options) => grove.del(iam(`identities/${uid}`), options);
  },
  'makes a key of a viewer': async () => {
    const { uid: identityUid } = await newPerson(grove);
    await bind(grove, grove.rootUid, identityUid, 'viewer');
    const body = { name: named(), identityUid, ttl: '3600s' };
    return (options) => grove.post(iam(`identityKeys/${grove.rootUid}`), body, options);
  },
  'makes a narrow key of an owner': async () => {
    const body = { name: named(), identityUid: grove.ownerUid, roleUid: viewer, ttl: '3600s' };
    return (options) => grove.post(iam(`identityKeys/${grove.rootUid}`), body, options);
  },
  'takes away the role of a viewer': async () => {
    const { uid } = await newPerson(grove);
    const binding = await bind(grove, grove.rootUid, uid, 'viewer');
    return (options) => grove.del(iam(`roleBindings/${String(binding['uid'])}`), options);
  },
  'blocks a viewer': async () => {
    const { uid } = await personWith(grove, 'viewer', grove.rootUid);
    return (options) => grove.post(iam('identities:block'), { uid }, options);
  },
  'unblocks a viewer': async () => {
    const uid = await blockedPerson('viewer');
    return (options) => grove.post(iam('identities:unblock'), { uid }, options);
  },
  'leaves an owner as they are, who is not blocked': async () => {
    const { uid } = await personWith(grove, 'owner', grove.rootUid);
    return (options) => grove.post(iam('identities:unblock'), { uid }, options);
  },
  'adds a group': async () => {
    const body = { name: named() };
    return (options) => grove.post(iam(`groups/${grove.rootUid}`), body, options);
  },
};

describe('a session whose sign-in is ten minutes old', () => {
  it.each(Object.entries(DANGEROUS))('%s after a confirmation only', async (_what, prepare) => {
    const call = await prepare();
    passTime(10 * MINUTE);
    expect(preconditions(await call(as(browser)))).toEqual(REQUIRED);
    await confirmedAt(new Date());
    expect((await call(as(browser))).status).toBe(200);
  });

  it('succeeds once the person has confirmed the sign-in', async () => {
    const call = await (DANGEROUS['revokes a key'] as () => Promise<Call>)();
    passTime(10 * MINUTE);
    expect(preconditions(await call(as(browser)))).toEqual(REQUIRED);
    ok(await reauthenticate());
    okEmpty(await call(as(browser)));
  });

  it.each(Object.entries(DANGEROUS))('%s with a token', async (_what, prepare) => {
    const call = await prepare();
    passTime(10 * MINUTE);
    expect((await call()).status).toBe(200);
  });

  it.each(Object.entries(HARMLESS))('%s without one', async (_what, prepare) => {
    const call = await prepare();
    passTime(10 * MINUTE);
    expect((await call(as(browser))).status).toBe(200);
  });

  it('does them all a second before that', async () => {
    const call = await (DANGEROUS['binds owner'] as () => Promise<Call>)();
    passTime(10 * MINUTE - 1000);
    ok(await call(as(browser)));
  });

  it('counts from the sign-in if it is from before Grove kept the time', async () => {
    await rowsIn('Session').update({ data: { authenticatedTime: null, createTime: new Date() } });
    const call = await (DANGEROUS['deletes a group'] as () => Promise<Call>)();
    passTime(10 * MINUTE);
    expect(preconditions(await call(as(browser)))).toEqual(REQUIRED);
  });

  it('changes nothing when it is refused', async () => {
    const group = await newGroup(grove, grove.rootUid);
    passTime(10 * MINUTE);
    const refused = await grove.del(iam(`groups/${group}`), as(browser));
    expect(preconditions(refused)).toEqual(REQUIRED);
    expect(await rowsIn('Group').count({ where: { uid: group } })).toBe(1);
  });

  it('is refused over gRPC and v1 as well', async () => {
    const group = await newGroup(grove, grove.rootUid);
    passTime(10 * MINUTE);
    expect(await deletedOverGrpc(group)).toContain('needs a sign-in of the last 10 minutes');
    const overV1 = await grove.del(`/iam/v1/groups/${group}`, as(browser));
    expect([overV1.status, overV1.text]).toEqual([
      400,
      expect.stringContaining('needs a sign-in of the last 10 minutes'),
    ]);
    await confirmedAt(new Date());
    expect(await deletedOverGrpc(group)).toBe('');
  });

  it('gets every other error first', async () => {
    const group = await newGroup(grove, grove.rootUid);
    await newGroup(grove, group);
    passTime(10 * MINUTE);
    const missing = iam(`identityKeys/${grove.rootUid}/${'0'.repeat(16)}`);
    failure(await grove.del(missing, as(browser)), 'NOT_FOUND');
    const wrong = { ...providerBody(), oidc: { issuer: 'x' } };
    const invalid = await grove.post(iam(`identityProviders/${grove.rootUid}`), wrong, as(browser));
    expect(badFields(invalid)).toContain('oidc.clientId');
    const full = await grove.del(iam(`groups/${group}`), as(browser));
    expect(preconditions(full)).toEqual(['RESOURCE_NOT_EMPTY']);
    const elsewhere = '1'.repeat(40);
    const forbidden = await grove.del(iam(`groups/${elsewhere}`), as(browser));
    denied(forbidden, 'groups.delete', elsewhere);
  });
});

describe('confirming who one is', () => {
  it('returns the time of the last one and the possible ways', async () => {
    const before = await authentication();
    expect(before).toEqual({
      authenticatedTime: expect.any(String) as string,
      recent: true,
      password: true,
      passkey: false,
    });
    passTime(10 * MINUTE);
    expect(await authentication()).toEqual({ ...before, recent: false });
    ok(await reauthenticate());
    expect(await authentication()).toMatchObject({
      recent: true,
      authenticatedTime: new Date().toISOString(),
    });
  });

  it('counts only for the session that does it', async () => {
    const other = newBrowser();
    await other.signIn(OWNER_EMAIL, OWNER_PASSWORD);
    passTime(10 * MINUTE);
    ok(await reauthenticate(undefined, other));
    expect(await authentication(other)).toMatchObject({ recent: true });
    expect(await authentication()).toMatchObject({ recent: false });
  });

  it('takes the right password, and a wait after wrong ones', async () => {
    passTime(10 * MINUTE);
    const wrong = { currentPassword: 'not the password' };
    for (let guess = 0; guess < 5; guess += 1) {
      expect(badFields(await reauthenticate(wrong))).toEqual(['currentPassword']);
    }
    failure(await reauthenticate(), 'RESOURCE_EXHAUSTED');
    expect(await authentication()).toMatchObject({ recent: false });
    passTime(3 * MINUTE);
    ok(await reauthenticate());
    expect(await authentication()).toMatchObject({ recent: true });
  });

  it('is in the log, with what went wrong', async () => {
    await writeJoined();
    await emptyRecord();
    await reauthenticate({ currentPassword: 'not the password' });
    ok(await reauthenticate());
    await writeJoined();
    const type = 'grove.iam.session.reauthenticated.v1';
    const { auditEvents } = ok(
      await grove.get(`${iam('auditEvents')}?uidp.descendants_of=${grove.rootUid}&type=${type}`),
    );
    const results = (auditEvents as { result: string }[]).map(({ result }) => result);
    expect(results.toSorted()).toEqual(['OK', 'UNAUTHENTICATED']);
  });

  it('takes a passkey that knows its owner, for this session and once', async () => {
    const device = new SoftwareAuthenticator(grove.url);
    const post = async (path: string, body: object = {}) =>
      ok(await grove.post(`/auth/v1/${path}`, body, as(browser)));
    const options = async (from = browser) =>
      ok(await grove.get('/auth/v1/passkeys:reauthenticate', as(from)))['options'] as never;
    const none = await grove.get('/auth/v1/passkeys:reauthenticate', as(browser));
    expect(preconditions(none)).toEqual(['NO_PASSKEY']);
    const { options: toMake } = await post('passkeys', { name: 'laptop' });
    const made = device.create(toMake as never);
    const { batch } = await post('passkeys:verify', { name: 'laptop', credential: made });
    await post('recoveryCodes:confirm', { batch });
    passTime(10 * MINUTE);
    expect(await authentication()).toMatchObject({ passkey: true, recent: false });
    expect(await options()).toMatchObject({ userVerification: 'required' });
    const credential = device.get(await options());
    const unverified = device.get(await options(), { isPersonVerified: false });
    expect(badFields(await reauthenticate({ credential: unverified }))).toEqual(['credential']);
    const foreign = new SoftwareAuthenticator(grove.url);
    foreign.create(toMake as never);
    expect(badFields(await reauthenticate({ credential: foreign.get(await options()) }))).toEqual([
      'credential',
    ]);
    expect(await authentication()).toMatchObject({ recent: false });
    ok(await reauthenticate({ credential }));
    expect(await authentication()).toMatchObject({ recent: true });
    expect(preconditions(await reauthenticate({ credential }))).toEqual(['NOT_BEGUN']);
    const signIn = ok(await grove.get('/auth/v1/passkeys:signIn', as(browser)))['options'];
    const ofSignIn = device.get(signIn as never);
    expect(preconditions(await reauthenticate({ credential: ofSignIn }))).toEqual(['NOT_BEGUN']);
  });

  it('refuses bodies of another shape, and callers without a session', async () => {
    expect(badFields(await reauthenticate({}))).toEqual(['currentPassword']);
    expect(badFields(await reauthenticate({ currentPassword: 1 }))).toEqual(['currentPassword']);
    expect(badFields(await reauthenticate({ session: 'x' }))).toEqual(['session']);
    expect(badFields(await reauthenticate({ credential: {} }))).toContain('credential.id');
    const path = '/auth/v1/sessions:reauthenticate';
    const byToken = await grove.post(path, { currentPassword: OWNER_PASSWORD });
    expect(preconditions(byToken)).toEqual(['NO_PASSWORD']);
    expect(preconditions(await grove.get(path))).toEqual(['NO_SESSION']);
    const { cookie } = as(browser).headers;
    const body = { currentPassword: OWNER_PASSWORD };
    const fromElsewhere = await grove.post(path, body, { token: null, headers: { cookie } });
    failure(fromElsewhere, 'PERMISSION_DENIED');
  });

  it('does nothing for a session that has ended', async () => {
    const other = newBrowser();
    await other.signIn(OWNER_EMAIL, OWNER_PASSWORD);
    okEmpty(await grove.del(`/auth/v1/sessions/${await sessionUid(other)}`, as(other)));
    failure(await reauthenticate(undefined, other), 'UNAUTHENTICATED');
  });
});

/** Deletes a group with the session over gRPC. @returns the error's text; '' if it worked. */
function deletedOverGrpc(uid: string): Promise<string> {
  const client = new Client(new URL(grove.url).host, credentials.createInsecure());
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(as(browser).headers)) metadata.set(name, value);
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      '/grove.iam.v2beta1.GroupsService/DeleteGroup',
      (value: Uint8Array) => Buffer.from(value),
      (bytes) => bytes,
      toBinary(DeleteGroupRequestSchema, create(DeleteGroupRequestSchema, { uid })),
      metadata,
      (error) => {
        client.close();
        resolve(error?.details ?? '');
      },
    );
  });
}

async function sessionUid(from = browser): Promise<string> {
  const { sessions } = ok(await grove.get('/auth/v1/sessions', as(from)));
  const current = (sessions as { uid: string; current: boolean }[]).find((one) => one.current);
  return String(current?.uid);
}
