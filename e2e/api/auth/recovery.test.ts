/** Administrators who help others to sign in could become them, so helping must give no new access. */
import { beforeEach, describe, expect } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { newChildUid } from '#lib/aip/uid.ts';
import { transaction } from '#lib/store/store.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Answer, CallOptions } from '../harness.ts';
import { badFields, denied, failure, ok, preconditions, TIME } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { emptyRecord } from '../support/empty-record.ts';
import {
  bind,
  join,
  newGroup,
  newPerson,
  newRole,
  personWith,
  roleUidOf,
} from '../support/people.ts';
import { newRule } from '../support/requests.ts';

const IAM = '/iam/v2beta1';
const PASSWORD = 'correct horse battery staple';
const ANOTHER = 'another sentence to remember';

let group: string;
let uid: string;
let email: string;
let count = 0;

beforeEach(async () => {
  group = await newGroup(grove, grove.rootUid);
  email = `person-${(count += 1)}@example.com`;
  uid = await join(grove, 'viewer', group, { email, password: PASSWORD });
});

const factors = (options?: CallOptions, identity = uid): Promise<Answer> =>
  grove.get(`${IAM}/identities:factors?identity_uid=${identity}`, options);
const removeFactors = (options?: CallOptions, identity = uid): Promise<Answer> =>
  grove.post(`${IAM}/identities:removeFactors`, { identityUid: identity }, options);
const resetPassword = (options?: CallOptions, identity = uid): Promise<Answer> =>
  grove.post(`${IAM}/identities:resetPassword`, { identityUid: identity }, options);

const newBrowser = () => new TestBrowser(grove.url, `198.51.100.${(count += 1) % 250}`);
const signIn = (password: string, from = newBrowser()) => from.signIn(email, password);

function use(link: unknown, newPassword = ANOTHER): Promise<Answer> {
  const code = String(link).split('#')[1];
  return grove.post('/auth/v1/passwordResets:use', { code, newPassword }, { token: null });
}

/** An app, a passkey and a recovery code of the account, which count. */
async function addFactors(): Promise<void> {
  const createTime = new Date();
  const factor = {
    email,
    createTime,
    activeTime: createTime,
    vouchedSince: null,
    lastUsedTime: null,
  };
  const app = { uid: crypto.randomUUID(), name: 'phone', secret: 'x', lastStep: null };
  const passkey = {
    uid: crypto.randomUUID(),
    name: 'laptop',
    credentialId: crypto.randomUUID(),
    publicKey: 'x',
    counter: 0n,
    transports: '',
  };
  const code = { codeHash: crypto.randomUUID(), email, batch: 'b', confirmed: true, createTime };
  await transaction(async (tx) => {
    await tx.insertAll('AuthenticatorApp', [{ ...factor, ...app }]);
    await tx.insertAll('Passkey', [{ ...factor, ...passkey }]);
    await tx.insertAll('RecoveryCode', [code]);
  });
}

/** Type, actor and facts of the records about the person, except those of each sign-in. */
async function records(): Promise<[type: string, actor: string, facts: unknown][]> {
  const rows = await rowsIn('AuditEvent').findMany({ where: { resource: uid } });
  return rows
    .map(({ type, actor, before, after }): [string, string, unknown] => [
      type.replace(/^grove\.iam\.|\.v1$/g, ''),
      actor,
      before ?? after,
    ])
    .filter(([type]) => type !== 'session.started')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

describe('second factors of others', () => {
  it('are listed and removed, with a record of each', async () => {
    expect(ok(await factors())).toEqual({
      authenticatorApps: [],
      passkeys: [],
      recoveryCodesLeft: 0,
      mayRecover: true,
    });
    await addFactors();
    const one = (name: string) => ({
      uid: expect.any(String) as string,
      name,
      createTime: expect.stringMatching(TIME) as string,
    });
    expect(ok(await factors())).toEqual({
      authenticatorApps: [one('phone')],
      passkeys: [one('laptop')],
      recoveryCodesLeft: 1,
      mayRecover: true,
    });
    expect(await signIn(PASSWORD)).toBe('SecondStep:passkey,code');
    await emptyRecord();
    const removed = { authenticatorApps: 1, passkeys: 1, recoveryCodes: 1 };
    expect(ok(await removeFactors())).toEqual(removed);
    expect(await signIn(PASSWORD)).toBeNull();
    expect(ok(await factors())).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await records()).toEqual([
      ['authenticator_app.deleted', grove.ownerUid, { name: email, authenticatorApp: 'phone' }],
      ['passkey.deleted', grove.ownerUid, { name: email, passkey: 'laptop' }],
    ]);
    const nothing = { authenticatorApps: 0, passkeys: 0, recoveryCodes: 0 };
    expect(ok(await removeFactors())).toEqual(nothing);
  });

  it('are shown to those who may take away all that the person has here', async () => {
    const viewer = await personWith(grove, 'viewer', grove.rootUid);
    denied(await factors(viewer), 'identity.update', uid);
    const editor = await personWith(grove, 'editor', group);
    denied(await factors(editor), 'role_bindings.delete', group);
    const owner = await personWith(grove, 'owner', group);
    expect(ok(await factors(owner))).toMatchObject({ mayRecover: true });
    await bind(grove, grove.rootUid, uid, 'viewer');
    denied(await factors(owner), 'role_bindings.delete', uid);
  });
});

describe('a reset password', () => {
  it('no longer signs in, ends sessions, and is replaced by the link, once', async () => {
    const browser = newBrowser();
    expect(await signIn(PASSWORD, browser)).toBeNull();
    await emptyRecord();
    const { link, expireTime } = ok(await resetPassword());
    expect(String(link)).toMatch(`${grove.url}/reset-password#grove-reset-`);
    const minutes = (Date.parse(String(expireTime)) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
    expect(await records()).toMatchObject([
      ['password.revoked', grove.ownerUid, { name: email }],
      ['password_reset.created', grove.ownerUid, { name: email }],
      ['session.ended', grove.ownerUid, { sessions: [{}] }],
    ]);
    const headers = { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' };
    expect((await grove.get('/auth/v1/me', { token: null, headers })).status).toBe(401);
    expect(await signIn(PASSWORD)).toBe('CredentialsSignin');
    expect(await signIn('')).toBe('CredentialsSignin');
    ok(await use(link));
    expect(await signIn(PASSWORD)).toBe('CredentialsSignin');
    expect(await signIn(ANOTHER)).toBeNull();
    expect(badFields(await use(link))).toEqual(['code']);
  });

  it('leaves the second factors', async () => {
    await addFactors();
    ok(await use(ok(await resetPassword())['link']));
    expect(await signIn(ANOTHER)).toBe('SecondStep:passkey,code');
  });

  it('ends a sign-in that waits for its second step', async () => {
    await addFactors();
    const browser = newBrowser();
    expect(await signIn(PASSWORD, browser)).toBe('SecondStep:passkey,code');
    ok(await resetPassword());
    expect(await browser.takeSecondStep({ code: '123456' })).toBe('SecondStepEnded');
  });

  it('accepts the last link only', async () => {
    const { link: first } = ok(await resetPassword());
    const { link: second } = ok(await resetPassword());
    expect(badFields(await use(first))).toEqual(['code']);
    ok(await use(second));
  });
});

describe('nobody can become a person with more access', () => {
  /** Checks that both operations are refused, that nothing changes, and that `mayRecover` says so. */
  async function refused(caller: CallOptions, capability: string, where: string) {
    await rowsIn('PasswordReset').delete();
    denied(await removeFactors(caller), capability, where);
    denied(await resetPassword(caller), capability, where);
    expect(await rowsIn('PasswordReset').findMany()).toEqual([]);
    expect(await signIn(PASSWORD)).toBeNull();
  }

  /** A person who administers only the group of the other person's identity. */
  const administrator = () => personWith(grove, 'owner', group);

  it('in a group above', async () => {
    const caller = await administrator();
    await bind(grove, grove.rootUid, uid, 'owner');
    await refused(caller, 'role_bindings.delete', uid);
  });

  it('in another group of the organization', async () => {
    const caller = await administrator();
    const beside = await newGroup(grove, grove.rootUid);
    await bind(grove, beside, uid, 'viewer');
    await refused(caller, 'role_bindings.delete', uid);
  });

  it('that the person took in another organization by themselves', async () => {
    const made = await grove.post(`${IAM}/groups`, { name: `org ${count}` });
    const elsewhere = String(ok(made)['uid']);
    const invite = { roleUid: roleUidOf('viewer'), ttl: '3600s' };
    const { code } = ok(await grove.post(`${IAM}/groupInvites/${elsewhere}`, invite));
    ok(await grove.post('/auth/v1/invites:accept', { code }, { token: await grove.token(uid) }));
    const caller = await personWith(grove, 'owner', grove.rootUid);
    await refused(caller, 'role_bindings.create', uid);
    expect(ok(await factors(caller))).toMatchObject({ mayRecover: false });
    await bind(grove, elsewhere, caller.uid, 'viewer');
    ok(await removeFactors(caller));
  });

  it('while that person is blocked', async () => {
    const caller = await administrator();
    await bind(grove, grove.rootUid, uid, 'owner');
    ok(await grove.post(`${IAM}/identities:block`, { uid }));
    denied(await resetPassword(caller), 'role_bindings.delete', uid);
    expect(preconditions(await resetPassword())).toEqual(['IDENTITY_BLOCKED']);
    expect(preconditions(await removeFactors())).toEqual(['IDENTITY_BLOCKED']);
  });

  it('through an identity of their own that names an owner', async () => {
    const caller = await administrator();
    const claimMatch = { issuer: grove.url, subject: grove.ownerUid };
    const body = { name: 'trap', claimMatch };
    const trap = String(ok(await grove.post(`${IAM}/identities/${group}`, body, caller))['uid']);
    for (const answer of [
      await factors(caller, trap),
      await removeFactors(caller, trap),
      await resetPassword(caller, trap),
    ]) {
      expect(preconditions(answer)).toEqual(['NO_ACCOUNT']);
    }
  });

  it('after the claim match of the identity was changed, which ends the account', async () => {
    const caller = await administrator();
    const claimMatch = { issuer: 'https://harmless.example.com', subject: 'harmless' };
    const path = `${IAM}/identities/${uid}`;
    ok(await grove.call('PATCH', path, { ...caller, body: { claimMatch } }));
    expect(preconditions(await resetPassword(caller))).toEqual(['NO_ACCOUNT']);
    expect(preconditions(await removeFactors(caller))).toEqual(['NO_ACCOUNT']);
  });

  it('with less than what the person may do at a group', async () => {
    await bind(grove, group, uid, 'owner');
    const names = ['identity.update', 'role_bindings.delete', 'groups.list', 'identity.list'];
    const role = ok(
      await grove.post(`${IAM}/roles/${grove.rootUid}`, {
        name: `helper ${count}`,
        capabilities: names,
      }),
    );
    const caller = await personWith(grove, String(role['uid']), grove.rootUid);
    const answer = await resetPassword(caller);
    failure(answer, 'PERMISSION_DENIED');
    expect(JSON.stringify(answer.body)).toContain(`which you do not hold on ${group}`);
  });

  it('with less than what the person may take by a request rule that nobody approves', async () => {
    const caller = await personWith(grove, 'editor', grove.rootUid);
    await bind(grove, grove.rootUid, caller.uid, await newRole(grove, ['role_bindings.delete']));
    await newRule(grove, group, { roles: [roleUidOf('owner')] });
    ok(await resetPassword(caller));
    await newRule(grove, group, { roles: [roleUidOf('owner')], approvals: 0 });
    failure(await resetPassword(caller), 'PERMISSION_DENIED');
    failure(await removeFactors(caller), 'PERMISSION_DENIED');
  });

  it('with a key, or without any right', async () => {
    const { uid: maker } = await administrator();
    const body = { name: 'k', identityUid: maker, ttl: '3600s' };
    const holder = maker.slice(0, maker.lastIndexOf('/'));
    const { key } = ok(await grove.post(`${IAM}/identityKeys/${holder}`, body));
    const withKey = { token: String(key) };
    expect(preconditions(await resetPassword(withKey))).toEqual(['KEY_NOT_ALLOWED']);
    expect(preconditions(await removeFactors(withKey))).toEqual(['KEY_NOT_ALLOWED']);
    expect(ok(await factors(withKey))).toMatchObject({ mayRecover: false });
    const nobody = await newPerson(grove);
    denied(await resetPassword(nobody), 'identity.update', uid);
    denied(await removeFactors(nobody), 'identity.update', uid);
  });

  it('when the person gets more, or the maker less, before the link is used', async () => {
    const caller = await administrator();
    const { link } = ok(await resetPassword(caller));
    const binding = await bind(grove, grove.rootUid, uid, 'owner');
    expect(preconditions(await use(link))).toEqual(['RESET_WITHDRAWN']);
    const path = `${IAM}/roleBindings/${String(binding['uid'])}`;
    expect((await grove.call('DELETE', path)).status).toBe(200);
    const bindings = await rowsIn('RoleBinding').findMany({ where: { identityUid: caller.uid } });
    const own = `${IAM}/roleBindings/${String(bindings[0]?.uid)}`;
    expect((await grove.call('DELETE', own)).status).toBe(200);
    expect(preconditions(await use(link))).toEqual(['RESET_WITHDRAWN']);
    await bind(grove, group, caller.uid, 'owner');
    ok(await use(link));
    expect(await signIn(ANOTHER)).toBeNull();
  });
});

it('is not for oneself', async () => {
  await bind(grove, group, uid, 'owner');
  const token = await grove.token(uid);
  expect(preconditions(await resetPassword({ token }))).toEqual(['OWN_IDENTITY']);
  expect(preconditions(await removeFactors({ token }))).toEqual(['OWN_IDENTITY']);
  expect(ok(await factors({ token }))).toMatchObject({ mayRecover: false });
});

it('takes a recent sign-in of a session', async () => {
  const browser = newBrowser();
  expect(await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBeNull();
  const long = new Date(Date.now() - 11 * 60_000);
  const data = { createTime: long, authenticatedTime: long };
  await rowsIn('Session').update({ where: { email: OWNER_EMAIL }, data });
  const headers = { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' };
  const session = { token: null, headers };
  expect(ok(await factors(session))).toMatchObject({ mayRecover: true });
  expect(preconditions(await removeFactors(session))).toEqual(['REAUTHENTICATION_REQUIRED']);
  expect(preconditions(await resetPassword(session))).toEqual(['REAUTHENTICATION_REQUIRED']);
  expect(await signIn(PASSWORD)).toBeNull();
  await rowsIn('Session').update({
    where: { email: OWNER_EMAIL },
    data: { authenticatedTime: new Date() },
  });
  ok(await resetPassword(session));
});

it('is for people with a password here', async () => {
  const person = await newPerson(grove, group);
  const body = { name: 'all', claimMatch: { issuer: grove.url, subjectPattern: '.*' } };
  const pattern = String(ok(await grove.post(`${IAM}/identities/${group}`, body))['uid']);
  for (const identity of [person.uid, pattern]) {
    expect(preconditions(await factors({}, identity))).toEqual(['NO_ACCOUNT']);
    expect(preconditions(await removeFactors({}, identity))).toEqual(['NO_ACCOUNT']);
    expect(preconditions(await resetPassword({}, identity))).toEqual(['NO_ACCOUNT']);
  }
  failure(await resetPassword({}, newChildUid(group)), 'NOT_FOUND');
  expect(badFields(await resetPassword({}, 'x'))).toEqual(['identityUid']);
});

it('records who was denied', async () => {
  const caller = await personWith(grove, 'viewer', group);
  await emptyRecord();
  denied(await resetPassword(caller), 'identity.update', uid);
  await writeJoined();
  const { type, actor, result } = await rowsIn('AuditEvent').findOnly({});
  expect([type, actor, result]).toEqual([
    'grove.iam.identity.reset.v1',
    caller.uid,
    'PERMISSION_DENIED',
  ]);
});
