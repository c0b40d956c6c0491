/**
 * Sessions that began with the password before the account had a second factor. Somebody who knows
 * only the password may have such a session.
 */
import { generateSync } from 'otplib/functional';
import { afterEach, beforeEach, expect } from 'vitest';
import { removeAllFactors } from '#lib/service/people/second-factors.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Answer, Json } from '../harness.ts';
import { failure, ok, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';

const CONFIRM = ['REAUTHENTICATION_REQUIRED'];
const PASSWORD = { currentPassword: OWNER_PASSWORD };

let device: SoftwareAuthenticator;
let older: TestBrowser;
let browser: TestBrowser;

beforeEach(async () => {
  await rowsIn('Attempt').delete();
  device = new SoftwareAuthenticator(grove.url);
  older = await signedIn();
  browser = await signedIn();
});

afterEach(async () => {
  await removeAllFactors(OWNER_EMAIL);
  await rowsIn('Passkey').delete();
  await rowsIn('AuthenticatorApp').delete();
});

async function signedIn(): Promise<TestBrowser> {
  const from = new TestBrowser(grove.url);
  expect(await from.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBeNull();
  return from;
}

const as = (from: TestBrowser) => ({
  token: null,
  headers: { cookie: from.cookie, 'sec-fetch-site': 'same-origin' },
});

const post = (from: TestBrowser, path: string, body: Json = {}): Promise<Answer> =>
  grove.post(`/auth/v1/${path}`, body, as(from));
const get = async (from: TestBrowser, path: string) =>
  ok(await grove.get(`/auth/v1/${path}`, as(from)));

interface App {
  uid: string;
  code: string;
}

async function begunApp(from: TestBrowser, name: string): Promise<App> {
  const { uid, secret } = ok(await post(from, 'authenticatorApps', { name }));
  return { uid: String(uid), code: generateSync({ secret: String(secret) }) };
}

async function addApp(from: TestBrowser): Promise<string> {
  const app = await begunApp(from, 'phone');
  const { batch } = ok(await post(from, 'authenticatorApps:verify', { ...app }));
  ok(await post(from, 'recoveryCodes:confirm', { batch }));
  return app.uid;
}

async function begunPasskey(from: TestBrowser, name: string): Promise<Json> {
  const { options } = ok(await post(from, 'passkeys', { name }));
  return { name, credential: device.create(options as never) };
}

async function addPasskey(from: TestBrowser): Promise<string> {
  const { batch } = ok(await post(from, 'passkeys:verify', await begunPasskey(from, 'laptop')));
  ok(await post(from, 'recoveryCodes:confirm', { batch }));
  const { passkeys } = await get(from, 'secondFactors');
  return (passkeys as { uid: string }[])[0]?.uid ?? '';
}

const namesOf = async () => {
  const { authenticatorApps, passkeys } = await get(browser, 'secondFactors');
  return [...(authenticatorApps as { name: string }[]), ...(passkeys as { name: string }[])].map(
    ({ name }) => name,
  );
};

it('neither add nor remove factors, however new they are, nor get other recovery codes', async () => {
  const uid = await addApp(browser);
  for (const [path, body] of [
    ['passkeys', { name: 'mine' }],
    ['authenticatorApps', { name: 'mine' }],
    ['authenticatorApps:remove', { uid }],
    ['recoveryCodes', {}],
  ] as const) {
    expect(preconditions(await post(older, path, body)), path).toEqual(CONFIRM);
  }
  // The password proves nothing new about the person with this session.
  expect(await get(older, 'sessions:reauthenticate')).toMatchObject({
    recent: false,
    password: false,
    passkey: false,
  });
  const confirmed = await post(older, 'sessions:reauthenticate', PASSWORD);
  expect(preconditions(confirmed)).toEqual(['SECOND_FACTOR_NOT_SHOWN']);
  expect(preconditions(await post(older, 'passkeys', { name: 'mine' }))).toEqual(CONFIRM);
  expect(await namesOf()).toEqual(['phone']);
  ok(await post(browser, 'authenticatorApps', { name: 'tablet' }));
});

it('do not complete a factor that they began before there was one', async () => {
  const passkey = await begunPasskey(older, 'mine');
  const uid = await addApp(browser);
  expect(preconditions(await post(older, 'passkeys:verify', passkey))).toEqual(CONFIRM);
  ok(await post(browser, 'authenticatorApps:remove', { uid }));

  const app = await begunApp(older, 'mine');
  await addPasskey(browser);
  expect(preconditions(await post(older, 'authenticatorApps:verify', { ...app }))).toEqual([
    'NOT_BEGUN',
  ]);
  expect(await namesOf()).toEqual(['laptop']);
});

it('leave no factor that counts once the owner saves the codes of another one', async () => {
  const planted = ok(await post(older, 'passkeys:verify', await begunPasskey(older, 'mine')));
  await addApp(browser);
  expect(await namesOf()).toEqual(['phone']);
  const { batch } = planted;
  expect(preconditions(await post(older, 'recoveryCodes:confirm', { batch }))).toEqual([
    'NOT_BEGUN',
  ]);
  expect(await namesOf()).toEqual(['phone']);
});

it('change nothing that needs a recent sign-in, and no password', async () => {
  const iam = (path: string, body: Json, from: TestBrowser) =>
    grove.post(`/iam/v2beta1/${path}`, body, as(from));
  const provider = {
    name: 'login',
    oidc: { issuer: 'https://login.example.com', clientId: 'grove' },
  };
  const path = `identityProviders/${grove.rootUid}`;
  await addApp(browser);
  expect(preconditions(await iam(path, provider, older))).toEqual(CONFIRM);
  const passwords = { ...PASSWORD, newPassword: 'another battery staple' };
  expect(preconditions(await post(older, 'password', passwords))).toEqual(CONFIRM);
  ok(await iam(path, provider, browser));
  ok(await grove.get('/iam/v2beta1/groups', as(older)));
  ok(await post(browser, 'password', { ...PASSWORD, newPassword: OWNER_PASSWORD }));
  failure(await grove.get('/auth/v1/me', as(older)), 'UNAUTHENTICATED');
});

it('may change everything again once they have shown a passkey', async () => {
  await addPasskey(browser);
  expect(await get(older, 'sessions:reauthenticate')).toMatchObject({
    recent: false,
    password: false,
    passkey: true,
  });
  const { options } = await get(older, 'passkeys:reauthenticate');
  ok(await post(older, 'sessions:reauthenticate', { credential: device.get(options as never) }));
  expect(await get(older, 'sessions:reauthenticate')).toMatchObject({
    recent: true,
    password: true,
  });
  ok(await post(older, 'authenticatorApps', { name: 'phone' }));
});
