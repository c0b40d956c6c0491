/** An organization whose policy requires a passkey. */
import { generateSync } from 'otplib/functional';
import { afterEach, beforeEach, expect } from 'vitest';
import { clearPolicy, getPolicy } from '#lib/service/groups/policy.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { removeAllFactors } from '#lib/service/people/second-factors.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { CallOptions, Json } from '../harness.ts';
import { badFields, ok, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';

const IAM = '/iam/v2beta1';
const REQUIRED = ['PASSKEY_REQUIRED'];

let device: SoftwareAuthenticator;

beforeEach(() => {
  device = new SoftwareAuthenticator(grove.url);
});

afterEach(async () => {
  await clearPolicy(grove.rootUid);
  const tables = [
    'Attempt',
    'Passkey',
    'AuthenticatorApp',
    'RecoveryCode',
    'PendingSignIn',
    'Session',
  ] as const;
  for (const table of tables) await rowsIn(table).delete();
});

const session = ({ cookie }: TestBrowser): CallOptions => ({
  token: null,
  headers: { cookie, 'sec-fetch-site': 'same-origin' },
});
const update = (policy: Json, options?: CallOptions) =>
  grove.post(`${IAM}/groups:updatePolicy`, { groupUid: grove.rootUid, ...policy }, options);
const group = (options?: CallOptions) => grove.get(`${IAM}/groups/${grove.rootUid}`, options);
const auth = (path: string, body: Json, browser: TestBrowser) =>
  grove.call('POST', `/auth/v1/${path}`, { ...session(browser), body });

/** A browser of the owner after the password. */
async function signedIn(): Promise<TestBrowser> {
  const browser = new TestBrowser(grove.url);
  expect(await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBeNull();
  return browser;
}

async function addPasskey(browser: TestBrowser): Promise<void> {
  const made = ok(await auth('passkeys', { name: 'laptop' }, browser))['options'];
  const credential = device.create(made as never);
  const { batch } = ok(await auth('passkeys:verify', { name: 'laptop', credential }, browser));
  if (batch !== undefined) ok(await auth('recoveryCodes:confirm', { batch }, browser));
}

/** The answer of the owner's passkey to the options of an endpoint. */
async function answerTo(path: string, browser: TestBrowser): Promise<never> {
  const { options } = ok(await grove.get(`/auth/v1/${path}`, session(browser)));
  return device.get(options as never) as never;
}

it('is set by a session that has shown one, or by a token', async () => {
  const browser = await signedIn();
  const refused = await update({ passkeyRequired: true }, session(browser));
  expect(preconditions(refused)).toEqual(['WOULD_LOCK_OUT']);
  expect(await getPolicy(operatorCall(grove.rootUid), grove.rootUid)).toMatchObject({
    passkeyRequired: false,
  });
  ok(await update({ sessionIdle: '900s' }, session(browser)));
  await addPasskey(browser);
  expect(ok(await update({ passkeyRequired: true }, session(browser)))).toMatchObject({
    passkeyRequired: true,
    sessionIdle: '900s',
  });
  expect(badFields(await update({ passkeyRequired: 'yes' }))).toEqual(['passkeyRequired']);
  ok(await update({ passkeyRequired: false }));
  ok(await update({ passkeyRequired: true }));
});

it('is asked of sessions that began without, from the next request on', async () => {
  const browser = await signedIn();
  ok(await group(session(browser)));
  ok(await update({ passkeyRequired: true }));
  expect(preconditions(await group(session(browser)))).toEqual(REQUIRED);
  expect(preconditions(await grove.get(`${IAM}/groups`, session(browser)))).toEqual(REQUIRED);
  expect(ok(await grove.get('/auth/v1/me', session(browser)))).toMatchObject({
    unmetPolicies: [{ type: 'PASSKEY_REQUIRED', groupUid: grove.rootUid }],
  });
  ok(await group());
  // The first passkey counts immediately, as a first second factor does.
  await addPasskey(browser);
  ok(await group(session(browser)));
});

it('is shown by a confirmation with it, not by one with the password', async () => {
  const old = await signedIn();
  await addPasskey(await signedIn());
  ok(await update({ passkeyRequired: true }));
  const byPassword = { currentPassword: OWNER_PASSWORD };
  const refused = await auth('sessions:reauthenticate', byPassword, old);
  expect(preconditions(refused)).toEqual(['SECOND_FACTOR_NOT_SHOWN']);
  expect(preconditions(await group(session(old)))).toEqual(REQUIRED);
  const credential = await answerTo('passkeys:reauthenticate', old);
  ok(await auth('sessions:reauthenticate', { credential }, old));
  ok(await group(session(old)));
  // The session keeps the way in which it began.
  expect(await rowsIn('Session').count({ where: { passkey: true } })).toBe(0);
});

it('is shown by a sign-in with it, alone or after the password', async () => {
  await addPasskey(await signedIn());
  ok(await update({ passkeyRequired: true }));
  const alone = new TestBrowser(grove.url);
  const asked = await grove.get('/auth/v1/passkeys:signIn', session(alone));
  alone.keep(asked.headers.getSetCookie());
  const { options } = ok(asked);
  expect(await alone.signInWithPasskey(device.get(options as never))).toBeNull();
  ok(await group(session(alone)));
  const after = new TestBrowser(grove.url);
  expect(await after.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toContain('SecondStep');
  const secondPasskey = JSON.stringify(await answerTo('passkeys:secondStep', after));
  expect(await after.takeSecondStep({ secondPasskey })).toBeNull();
  ok(await group(session(after)));
});

it('is not shown by a code of an app or a recovery code', async () => {
  const browser = await signedIn();
  const made = ok(await auth('passkeys', { name: 'laptop' }, browser))['options'];
  const credential = device.create(made as never);
  const { batch, recoveryCodes } = ok(
    await auth('passkeys:verify', { name: 'laptop', credential }, browser),
  );
  ok(await auth('recoveryCodes:confirm', { batch }, browser));
  const { uid, secret } = ok(await auth('authenticatorApps', { name: 'phone' }, browser));
  const now = Math.floor(Date.now() / 1000);
  const codeAt = (epoch: number) => generateSync({ secret: String(secret), epoch });
  ok(await auth('authenticatorApps:verify', { uid, code: codeAt(now) }, browser));
  ok(await update({ passkeyRequired: true }));
  const [recoveryCode = ''] = recoveryCodes as string[];
  // A code counts once, so the sign-in needs the next code.
  for (const step of [{ code: codeAt(now + 30) }, { recoveryCode }]) {
    const other = new TestBrowser(grove.url);
    expect(await other.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toContain('SecondStep');
    expect(await other.takeSecondStep(step)).toBeNull();
    expect(preconditions(await group(session(other)))).toEqual(REQUIRED);
  }
});

it('is missing again once the last one is removed, by anybody', async () => {
  const browser = await signedIn();
  await addPasskey(browser);
  ok(await update({ passkeyRequired: true }, session(browser)));
  ok(await group(session(browser)));
  await removeAllFactors(OWNER_EMAIL);
  expect(preconditions(await group(session(browser)))).toEqual(REQUIRED);
});

it('is not asked of people of an identity provider', async () => {
  const browser = await signedIn();
  ok(await update({ passkeyRequired: true }));
  const provider = `${grove.rootUid}/${'a'.repeat(16)}`;
  await rowsIn('Session').update({ data: { provider } });
  ok(await group(session(browser)));
});

it('is taken away by the operator', async () => {
  const browser = await signedIn();
  ok(await update({ passkeyRequired: true }));
  expect(preconditions(await group(session(browser)))).toEqual(REQUIRED);
  await clearPolicy(grove.rootUid);
  ok(await group(session(browser)));
});
