/** An organization whose policy refuses passwords in favor of its identity provider. */
import { create, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { generateSync } from 'otplib/functional';
import { afterAll, afterEach, beforeEach, describe, expect } from 'vitest';
import { DeleteGroupRequestSchema } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { clearPolicy, getPolicy } from '#lib/service/groups/policy.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { removeAllFactors } from '#lib/service/people/second-factors.ts';
import { CLIENT_SECRET, startOidcIssuer } from '../../support/oidc-issuer.ts';
import type { OidcIssuer } from '../../support/oidc-issuer.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { visitIssuer } from '../../support/visit-issuer.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { CallOptions, Json } from '../harness.ts';
import { badFields, denied, failure, ok, okEmpty, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { bind, join, newGroup, personWith, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const REFUSED = ['PASSWORD_NOT_ALLOWED'];

let issuer: OidcIssuer;
let provider: string;
/** A viewer with a password of the installation. */
let viewerEmail: string;
let count = 0;
const redirectUris: string[] = [];

it.beforeAll(async () => {
  issuer = await startOidcIssuer({ redirectUris });
  provider = await newProvider();
  redirectUris.push(`${grove.url}/api/auth/callback/${provider.replaceAll('/', '.')}`);
  await issuer.rotate();
  viewerEmail = 'vic@example.com';
  const account = { email: viewerEmail, password: OWNER_PASSWORD };
  await join(grove, 'viewer', grove.rootUid, account);
});

afterAll(async () => {
  await issuer.stop();
});

beforeEach(async () => {
  await rowsIn('Attempt').delete();
});

afterEach(async () => {
  await clearPolicy(grove.rootUid);
  await rowsIn('RoleBinding').delete({ where: { uid: { in: boundHere.splice(0) } } });
  const tables = ['Passkey', 'AuthenticatorApp', 'RecoveryCode', 'PendingSignIn', 'Session'];
  for (const table of tables as ['Session']) await rowsIn(table).delete();
});

/** The recovery codes of the latest first passkey. */
let codes: readonly string[] = [];

/** The role bindings of a test. */
const boundHere: string[] = [];

async function newProvider(parent = grove.rootUid, issuerUrl = issuer.issuer): Promise<string> {
  const oidc = { issuer: issuerUrl, clientId: 'grove', clientSecret: CLIENT_SECRET };
  const body = { name: `Acme Login ${(count += 1)}`, oidc };
  return String(ok(await grove.post(`${IAM}/identityProviders/${parent}`, body))['uid']);
}

const session = ({ cookie }: TestBrowser): CallOptions => ({
  token: null,
  headers: { cookie, 'sec-fetch-site': 'same-origin' },
});
const update = (policy: Json, options?: CallOptions) =>
  grove.post(`${IAM}/groups:updatePolicy`, { groupUid: grove.rootUid, ...policy }, options);
const turnOff = (options?: CallOptions) => update({ passwordsOff: true }, options);
const read = async () => ok(await grove.get(`${IAM}/groups:getPolicy?group_uid=${grove.rootUid}`));
const group = (browser: TestBrowser) =>
  grove.get(`${IAM}/groups/${grove.rootUid}`, session(browser));
const auth = (path: string, body: Json, browser: TestBrowser) =>
  grove.call('POST', `/auth/v1/${path}`, { ...session(browser), body });

/** A browser after the password of a person, by default the owner. */
async function byPassword(email = OWNER_EMAIL): Promise<TestBrowser> {
  const browser = new TestBrowser(grove.url);
  expect(await browser.signIn(email, OWNER_PASSWORD)).toBeNull();
  return browser;
}

/** A browser after a sign-in through the provider. */
async function throughProvider(login: string): Promise<{ browser: TestBrowser; uid: string }> {
  const browser = new TestBrowser(grove.url);
  const visit = { browser, grove: grove.url, issuer: issuer.issuer, uid: provider, login };
  const { back } = await visitIssuer(visit);
  const answer = await browser.ask(back.pathname.slice('/api/auth/'.length) + back.search);
  expect(answer.url?.searchParams.get('error') ?? null).toBeNull();
  const { identities } = ok(await grove.get('/auth/v1/me', session(browser)));
  return { browser, uid: String((identities as Json[])[0]?.['uid']) };
}

/** A browser of an owner who signed in through the provider and was seen since. */
async function ownerThroughProvider(login = 'ada') {
  const person = await throughProvider(login);
  const binding = String((await bind(grove, grove.rootUid, person.uid, 'owner'))['uid']);
  boundHere.push(binding);
  // The last-seen time is written after the answer.
  await expect.poll(async () => hasBeenSeen(person.uid)).toBe(true);
  return { ...person, binding };
}

async function hasBeenSeen(uid: string): Promise<boolean> {
  const [row] = await rowsIn('Identity').findMany({ where: { uid } });
  return row !== undefined && row.lastSeenTime.getTime() !== row.createTime.getTime();
}

async function addPasskey(browser: TestBrowser, name = 'laptop'): Promise<SoftwareAuthenticator> {
  const device = new SoftwareAuthenticator(grove.url);
  const made = ok(await auth('passkeys', { name }, browser))['options'];
  const credential = device.create(made as never);
  const { batch, recoveryCodes } = ok(await auth('passkeys:verify', { name, credential }, browser));
  if (batch === undefined) return device;
  ok(await auth('recoveryCodes:confirm', { batch }, browser));
  codes = recoveryCodes as string[];
  return device;
}

/** The answer of a passkey to the options of an endpoint. */
async function answerOf(device: SoftwareAuthenticator, path: string, browser: TestBrowser) {
  const { options } = ok(await grove.get(`/auth/v1/${path}`, session(browser)));
  return device.get(options as never);
}

async function confirmBy(device: SoftwareAuthenticator, browser: TestBrowser): Promise<void> {
  const credential = await answerOf(device, 'passkeys:reauthenticate', browser);
  ok(await auth('sessions:reauthenticate', { credential } as never, browser));
}

/** A browser in which the passkey is the second step after the password. */
async function byPasswordAnd(device: SoftwareAuthenticator, email = OWNER_EMAIL) {
  const browser = new TestBrowser(grove.url);
  expect(await browser.signIn(email, OWNER_PASSWORD)).toContain('SecondStep');
  const answer = await answerOf(device, 'passkeys:secondStep', browser);
  expect(await browser.takeSecondStep({ secondPasskey: JSON.stringify(answer) })).toBeNull();
  return browser;
}

describe('turning passwords off', () => {
  it('takes an identity provider of the root group', async () => {
    const { uid: root } = ok(await grove.post(`${IAM}/groups`, { name: 'no provider yet' }));
    const groupUid = String(root);
    const set = (options?: CallOptions) => update({ groupUid, passwordsOff: true }, options);
    expect(preconditions(await set())).toEqual(['NO_PROVIDER']);
    // An administrator of a group below does not decide the policy.
    await newProvider(await newGroup(grove, groupUid));
    expect(preconditions(await set())).toEqual(['NO_PROVIDER']);
    // The installation itself is not a provider: its subjects are identities.
    await newProvider(groupUid, grove.url);
    expect(preconditions(await set())).toEqual(['NO_PROVIDER']);
    await newProvider(groupUid);
    expect(ok(await set())).toMatchObject({ passwordsOff: true, effectivePasswordsOff: true });
    ok(await update({ groupUid, passwordsOff: false }));
    expect(badFields(await update({ passwordsOff: 'yes' }))).toEqual(['passwordsOff']);
  });

  it('takes a session without a password, or a token', async () => {
    const browser = await byPassword();
    expect(preconditions(await turnOff(session(browser)))).toEqual(['WOULD_LOCK_OUT']);
    expect(await read()).toMatchObject({ passwordsOff: false, effectivePasswordsOff: false });
    ok(await update({ sessionIdle: '900s' }, session(browser)));
    const ada = await ownerThroughProvider();
    expect(ok(await turnOff(session(ada.browser)))).toMatchObject({ passwordsOff: true });
    ok(await update({ passwordsOff: false }, session(ada.browser)));
    await addPasskey(browser);
    ok(await turnOff(session(browser)));
    ok(await group(browser));
  });

  it('is in the audit log, and changes nothing the second time', async () => {
    const { etag } = ok(await turnOff());
    expect(ok(await turnOff())['etag']).toBe(etag);
    const path = `${IAM}/auditEvents?type=grove.iam.policy.updated.v1&order_by=created_at%20desc`;
    const [newest] = ok(await grove.get(path))['auditEvents'] as Json[];
    expect(newest).toMatchObject({
      before: { passwordsOff: false },
      after: { passwordsOff: true },
    });
  });
});

describe('while passwords are off', () => {
  beforeEach(async () => {
    await ownerThroughProvider();
  });

  it('a session that began with one reaches nothing there, from the next request on', async () => {
    const browser = await byPassword();
    ok(await group(browser));
    ok(await turnOff());
    const refused = await group(browser);
    expect(preconditions(refused)).toEqual(REFUSED);
    expect(refused.text).toContain('sign in through Acme Login 1,');
    const body = { name: `written late ${(count += 1)}` };
    const write = await grove.post(`${IAM}/groups/${grove.rootUid}`, body, session(browser));
    expect(preconditions(write)).toEqual(REFUSED);
    const v1 = await grove.get(`/iam/v1/groups?uidp.ids=${grove.rootUid}`, session(browser));
    expect(v1.text).toContain('the organization does not allow passwords');
    const child = await newGroup(grove, grove.rootUid);
    expect(await deletedOverGrpc(child, browser)).toContain('does not allow passwords');
    expect(preconditions(await group(await byPassword(viewerEmail)))).toEqual(REFUSED);
    // The person stays signed in, so that typed input is not lost.
    expect(ok(await grove.get('/auth/v1/me', session(browser)))).toMatchObject({
      unmetPolicies: [{ type: 'PASSWORD_NOT_ALLOWED', groupUid: grove.rootUid }],
    });
  });

  it('nobody gets in by confirming the password, or by a factor that is no passkey', async () => {
    const browser = await byPassword(viewerEmail);
    ok(await turnOff());
    ok(await auth('sessions:reauthenticate', { currentPassword: OWNER_PASSWORD }, browser));
    expect(preconditions(await group(browser))).toEqual(REFUSED);
    const { uid, secret } = ok(await auth('authenticatorApps', { name: 'phone' }, browser));
    const code = generateSync({ secret: String(secret) });
    const { batch } = ok(await auth('authenticatorApps:verify', { uid, code }, browser));
    ok(await auth('recoveryCodes:confirm', { batch }, browser));
    expect(preconditions(await group(browser))).toEqual(REFUSED);
  });

  it('other organizations, tokens and people of a provider are as they were', async () => {
    const { uid, token } = await personWith(grove, 'owner', grove.rootUid);
    const body = { name: `beside ${(count += 1)}` };
    const root = String(ok(await grove.post(`${IAM}/groups`, body))['uid']);
    const browser = await byPassword();
    ok(await turnOff());
    ok(await grove.get(`${IAM}/groups/${root}`, session(browser)));
    const { groups } = ok(await grove.get(`${IAM}/groups`, session(browser)));
    expect((groups as Json[]).map((one) => one['uid'])).toContain(root);
    ok(await grove.get(`${IAM}/groups/${grove.rootUid}`, { token }));
    const { browser: bob, uid: bobUid } = await throughProvider('bob');
    denied(await group(bob), 'groups.list', grove.rootUid);
    boundHere.push(String((await bind(grove, grove.rootUid, bobUid, 'viewer'))['uid']));
    ok(await group(bob));
    expect(uid).not.toBe(bobUid);
  });

  it('a password makes no key that gets in from another organization', async () => {
    const body = { name: `home ${(count += 1)}` };
    const root = String(ok(await grove.post(`${IAM}/groups`, body))['uid']);
    const email = `guest-${(count += 1)}@example.com`;
    const invite = { roleUid: roleUidOf('owner'), ttl: '3600s' };
    const { code } = ok(await grove.post(`${IAM}/groupInvites/${root}`, invite));
    const account = { code, email, password: OWNER_PASSWORD, name: email };
    const joined = ok(await grove.post('/auth/v1/invites:accept', account, { token: null }));
    const identityUid = String((joined['identity'] as Json)['uid']);
    boundHere.push(String((await bind(grove, grove.rootUid, identityUid, 'viewer'))['uid']));
    const browser = await byPassword(email);
    ok(await turnOff());
    const key = { name: 'way in', identityUid, ttl: '3600s' };
    const made = ok(await grove.post(`${IAM}/identityKeys/${root}`, key, session(browser)));
    const token = String(made['key']);
    ok(await grove.get(`${IAM}/groups/${root}`, { token }));
    failure(await grove.get(`${IAM}/groups/${grove.rootUid}`, { token }), 'PERMISSION_DENIED');
  });
});

describe('a passkey', () => {
  beforeEach(async () => {
    await ownerThroughProvider();
  });

  it('from before gets in, alone, after the password, and to confirm', async () => {
    const old = await byPassword(viewerEmail);
    const device = await addPasskey(await byPassword(viewerEmail));
    ok(await turnOff());
    expect(preconditions(await group(old))).toEqual(REFUSED);
    const confirmed = await auth(
      'sessions:reauthenticate',
      { currentPassword: OWNER_PASSWORD },
      old,
    );
    expect(preconditions(confirmed)).toEqual(['SECOND_FACTOR_NOT_SHOWN']);
    expect(preconditions(await group(old))).toEqual(REFUSED);
    await confirmBy(device, old);
    ok(await group(old));
    ok(await group(await byPasswordAnd(device, viewerEmail)));
    const alone = new TestBrowser(grove.url);
    const answer = await grove.get('/auth/v1/passkeys:signIn', { token: null });
    alone.keep(answer.headers.getSetCookie());
    const { options } = ok(answer);
    expect(await alone.signInWithPasskey(device.get(options as never))).toBeNull();
    ok(await group(alone));
  });

  it('that was added since does not, because a password was enough to add it', async () => {
    const browser = await byPassword(viewerEmail);
    ok(await turnOff());
    const device = await addPasskey(browser);
    expect(preconditions(await group(browser))).toEqual(REFUSED);
    await confirmBy(device, browser);
    expect(preconditions(await group(browser))).toEqual(REFUSED);
    const again = await byPasswordAnd(device, viewerEmail);
    expect(preconditions(await group(again))).toEqual(REFUSED);
    // A passkey that this session adds does not count either.
    const second = await addPasskey(again, 'second');
    expect(preconditions(await group(await byPasswordAnd(second, viewerEmail)))).toEqual(REFUSED);
  });

  it('vouches for those that are added in its session', async () => {
    const device = await addPasskey(await byPassword(viewerEmail));
    ok(await turnOff());
    const second = await addPasskey(await byPasswordAnd(device, viewerEmail), 'second');
    const browser = await byPasswordAnd(second, viewerEmail);
    ok(await group(browser));
  });

  it('from before decides, whatever else is shown in the session', async () => {
    const device = await addPasskey(await byPassword(viewerEmail));
    ok(await turnOff());
    // An attacker has the password and a recovery code.
    const found = new TestBrowser(grove.url);
    expect(await found.signIn(viewerEmail, OWNER_PASSWORD)).toContain('SecondStep');
    expect(await found.takeSecondStep({ recoveryCode: codes[0] ?? '' })).toBeNull();
    expect(preconditions(await group(found))).toEqual(REFUSED);
    const later = await addPasskey(found, 'later');
    const browser = await byPasswordAnd(later, viewerEmail);
    expect(preconditions(await group(browser))).toEqual(REFUSED);
    await confirmBy(device, browser);
    ok(await group(browser));
    await confirmBy(later, browser);
    ok(await group(browser));
  });

  it('was shown no longer once the last one is removed', async () => {
    const browser = await byPassword(viewerEmail);
    await addPasskey(browser);
    ok(await turnOff());
    ok(await group(browser));
    await removeAllFactors(viewerEmail);
    expect(preconditions(await group(browser))).toEqual(REFUSED);
  });
});

describe('the last identity provider', () => {
  it('stays while passwords are off', async () => {
    ok(await turnOff());
    const path = `${IAM}/identityProviders/${provider}`;
    expect(preconditions(await grove.del(path))).toEqual(['PASSWORDS_OFF']);
    const itself = { oidc: { issuer: grove.url, clientId: 'grove', clientSecret: CLIENT_SECRET } };
    expect(preconditions(await grove.patch(path, itself))).toEqual(['PASSWORDS_OFF']);
    ok(await grove.patch(path, { description: 'of the office' }));
    const other = await newProvider();
    const below = await newProvider(await newGroup(grove, grove.rootUid));
    okEmpty(await grove.del(`${IAM}/identityProviders/${below}`));
    okEmpty(await grove.del(`${IAM}/identityProviders/${other}`));
    expect(preconditions(await grove.del(path))).toEqual(['PASSWORDS_OFF']);
  });

  it('is a condition: without a provider, passwords work again', async () => {
    await ownerThroughProvider();
    ok(await turnOff());
    const browser = await byPassword(viewerEmail);
    expect(preconditions(await group(browser))).toEqual(REFUSED);
    const [row] = await rowsIn('IdentityProvider').findMany({ where: { uid: provider } });
    await rowsIn('IdentityProvider').update({
      where: { uid: provider },
      data: { issuer: grove.url },
    });
    ok(await group(browser));
    expect(await read()).toMatchObject({ passwordsOff: true, effectivePasswordsOff: false });
    const data = { issuer: String(row?.issuer) };
    await rowsIn('IdentityProvider').update({ where: { uid: provider }, data });
    expect(preconditions(await group(browser))).toEqual(REFUSED);
  });
});

describe('owners', () => {
  it('may use a password while none of them has another way', async () => {
    const browser = await byPassword();
    const viewer = await byPassword(viewerEmail);
    ok(await turnOff());
    ok(await group(browser));
    expect(preconditions(await group(viewer))).toEqual(REFUSED);
    // An owner changes the policy, and keeps its other parts.
    ok(await update({ sessionIdle: '900s' }, session(browser)));
    const ada = await ownerThroughProvider();
    expect(preconditions(await group(browser))).toEqual(REFUSED);
    ok(await group(ada.browser));
  });

  it('get in again once the other way is removed', async () => {
    const browser = await byPassword();
    const ada = await ownerThroughProvider();
    ok(await turnOff());
    expect(preconditions(await group(browser))).toEqual(REFUSED);
    okEmpty(await grove.del(`${IAM}/roleBindings/${ada.binding}`));
    ok(await group(browser));
  });

  it('get in again once whoever has the other way is blocked', async () => {
    const browser = await byPassword();
    const ada = await ownerThroughProvider('eve');
    ok(await turnOff());
    ok(await grove.post(`${IAM}/identities:block`, { uid: ada.uid }));
    ok(await group(browser));
    ok(await grove.post(`${IAM}/identities:unblock`, { uid: ada.uid }));
    expect(preconditions(await group(browser))).toEqual(REFUSED);
  });

  it('get in again once the last passkey is removed', async () => {
    const device = await addPasskey(await byPassword());
    const browser = await byPasswordAnd(device);
    ok(await turnOff(session(browser)));
    const email = `second-${(count += 1)}@example.com`;
    const uid = await join(grove, 'viewer', grove.rootUid, { email, password: OWNER_PASSWORD });
    boundHere.push(String((await bind(grove, grove.rootUid, uid, 'owner'))['uid']));
    const other = await byPassword(email);
    expect(preconditions(await group(other))).toEqual(REFUSED);
    await removeAllFactors(OWNER_EMAIL);
    ok(await group(other));
    ok(await group(browser));
  });

  it('get in again once role rules have taken the role away', async () => {
    const browser = await byPassword();
    const ada = await ownerThroughProvider('grace');
    await rowsIn('RoleBinding').update({
      where: { uid: ada.binding },
      data: { providerUid: provider },
    });
    ok(await turnOff());
    expect(preconditions(await group(browser))).toEqual(REFUSED);
    await throughProvider('grace');
    expect(await rowsIn('RoleBinding').count({ where: { uid: ada.binding } })).toBe(0);
    ok(await group(browser));
  });

  it('do not count who never came through the provider', async () => {
    const browser = await byPassword();
    const claimMatch = { issuer: issuer.issuer, subject: 'mistyped' };
    const body = { name: 'made by hand', claimMatch };
    const { uid } = ok(await grove.post(`${IAM}/identities/${grove.rootUid}`, body));
    boundHere.push(String((await bind(grove, grove.rootUid, String(uid), 'owner'))['uid']));
    ok(await turnOff());
    ok(await group(browser));
  });

  it('are let in by the operator', async () => {
    const browser = await byPassword();
    await ownerThroughProvider();
    ok(await turnOff());
    expect(await getPolicy(operatorCall(grove.rootUid), grove.rootUid)).toMatchObject({
      effectivePasswordsOff: true,
    });
    expect(preconditions(await group(browser))).toEqual(REFUSED);
    await clearPolicy(grove.rootUid);
    ok(await group(browser));
  });
});

/** Deletes a group with the session over gRPC. @returns the error's text; '' if it worked. */
function deletedOverGrpc(uid: string, { cookie }: TestBrowser): Promise<string> {
  const client = new Client(new URL(grove.url).host, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('cookie', cookie);
  metadata.set('sec-fetch-site', 'same-origin');
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
