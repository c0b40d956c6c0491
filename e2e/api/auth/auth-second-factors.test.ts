// @module-tag http
import { generateSync } from 'otplib/functional';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { newResetLink } from '#lib/service/people/password-resets.ts';
import { removeAllFactors } from '#lib/service/people/second-factors.ts';
import { rotate } from '#lib/service/keys/change-keys.ts';
import { rowsIn } from '../support/database.ts';
import { emptyRecord } from '../support/empty-record.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Answer } from '../harness.ts';
import { badFields, failure, ok, preconditions } from '../support/answers.ts';
import { join } from '../support/people.ts';

const STEP_MS = 30_000;
const MINUTE = 60_000;

let browser: TestBrowser;
let address = 0;

it.beforeAll(() => {
  browser = newBrowser();
});

beforeEach(async () => {
  // Each test begins in the middle of a time step, and only the test advances the time.
  const now = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;
  vi.useFakeTimers({ now, toFake: ['Date'] });
  for (const table of ['Attempt', 'AuthenticatorApp', 'RecoveryCode', 'PendingSignIn'] as const) {
    await rowsIn(table).delete();
  }
  if (!(await isSignedIn(browser))) await signIn();
});

afterEach(() => vi.useRealTimers());

const newBrowser = () => new TestBrowser(grove.url, `203.0.113.${(address += 1)}`);

const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms);

const signIn = (from = browser, password = OWNER_PASSWORD) => from.signIn(OWNER_EMAIL, password);

/** The code of the time step `steps` after the current one. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor((Date.now() + steps * STEP_MS) / 1000) });

function call(method: string, path: string, body?: unknown, from = browser): Promise<Answer> {
  const headers = { cookie: from.cookie, 'sec-fetch-site': 'same-origin' };
  return grove.call(method, `/auth/v1/${path}`, {
    token: null,
    headers,
    ...(body !== undefined && { body }),
  });
}

const post = (path: string, body: unknown = {}, from = browser) => call('POST', path, body, from);
const factors = async () => ok(await call('GET', 'secondFactors'));
const isSignedIn = async (from: TestBrowser) =>
  (await call('GET', 'me', undefined, from)).status === 200;

interface Begun {
  uid: string;
  secret: string;
}

const begin = async (name: string) =>
  ok(await post('authenticatorApps', { name })) as unknown as Begun;

/** Adds the first app, which uses the code of this time step. */
async function addFirstApp(): Promise<{ uid: string; secret: string; recoveryCodes: string[] }> {
  const { uid, secret } = await begin('phone');
  const verified = ok(await post('authenticatorApps:verify', { uid, code: codeOf(secret) }));
  ok(await post('recoveryCodes:confirm', { batch: verified['batch'] }));
  return { uid, secret, recoveryCodes: verified['recoveryCodes'] as string[] };
}

/** A browser after the password, which needs a code. */
async function afterPassword(): Promise<TestBrowser> {
  const from = newBrowser();
  expect(await signIn(from)).toBe('SecondStep');
  return from;
}

it('records wrong codes, joined, by the network that they came from', async () => {
  const minute = Math.ceil(Date.now() / MINUTE) * MINUTE;
  vi.setSystemTime(minute);
  await addFirstApp();
  const from = await afterPassword();
  const network = `203.0.113.${address}`;
  for (let time = 0; time < 3; time += 1) await from.takeSecondStep({ code: '000000' });
  await from.takeSecondStep({ recoveryCode: 'AAAA-AAAA-AAAA-AAAA' });
  await writeJoined();
  const rows = await rowsIn('AuditEvent').findMany({ where: { network } });
  expect(rows.map(({ type, result, count }) => [type, result, count]).sort()).toEqual([
    ['grove.iam.authenticator_app.used.v1', 'UNAUTHENTICATED', 3],
    ['grove.iam.recovery_code.used.v1', 'UNAUTHENTICATED', 1],
  ]);
});

describe('adding an authenticator app', () => {
  it('takes a first code and saved recovery codes before the app counts', async () => {
    const {
      uid,
      secret,
      address: uri,
      qrCode,
    } = ok(await post('authenticatorApps', { name: ' phone ' }));
    expect(String(secret)).toMatch(/^[A-Z2-7]{32}$/);
    expect(String(uri)).toBe(
      `otpauth://totp/Grove:${encodeURIComponent(OWNER_EMAIL)}?secret=${String(secret)}&issuer=Grove`,
    );
    expect(String(qrCode)).toMatch(/^<svg .*<\/svg>$/);
    expect(await factors()).toMatchObject({ authenticatorApps: [], recoveryCodesLeft: 0 });
    const wrong = await post('authenticatorApps:verify', { uid, code: '000000' });
    expect(badFields(wrong)).toEqual(['code']);
    const code = codeOf(String(secret));
    const verified = ok(await post('authenticatorApps:verify', { uid, code }));
    const codes = verified['recoveryCodes'] as string[];
    expect(new Set(codes).size).toBe(10);
    for (const one of codes) expect(one).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
    expect(await factors()).toMatchObject({ authenticatorApps: [], recoveryCodesLeft: 0 });
    expect(await signIn(newBrowser())).toBeNull();
    ok(await post('recoveryCodes:confirm', { batch: verified['batch'] }));
    expect(await factors()).toMatchObject({
      authenticatorApps: [{ uid, name: 'phone', createTime: expect.any(String) as string }],
      recoveryCodesLeft: 10,
    });
    expect(await signIn(newBrowser())).toBe('SecondStep');
  });

  it('stores neither secrets nor codes in the plain', async () => {
    const { secret, recoveryCodes } = await addFirstApp();
    const stored = JSON.stringify([
      await rowsIn('AuthenticatorApp').findMany(),
      await rowsIn('RecoveryCode').findMany(),
    ]);
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
  });

  it('is enough with a code if there are recovery codes', async () => {
    await addFirstApp();
    const { uid, secret } = await begin('tablet');
    expect(ok(await post('authenticatorApps:verify', { uid, code: codeOf(secret) }))).toEqual({});
    const from = await afterPassword();
    expect(await from.takeSecondStep({ code: codeOf(secret, 1) })).toBeNull();
    expect(badFields(await post('authenticatorApps', { name: 'tablet' }))).toEqual(['name']);
    expect(badFields(await post('authenticatorApps', { name: ' ' }))).toEqual(['name']);
  });

  it('begins again after another was begun, or half an hour', async () => {
    const first = await begin('one');
    const second = await begin('two');
    const verify = ({ uid, secret }: Begun) =>
      post('authenticatorApps:verify', { uid, code: codeOf(secret) });
    expect(preconditions(await verify(first))).toEqual(['NOT_BEGUN']);
    passTime(30 * MINUTE);
    expect(preconditions(await verify(second))).toEqual(['NOT_BEGUN']);
    const batch = crypto.randomUUID();
    expect(preconditions(await post('recoveryCodes:confirm', { batch }))).toEqual(['NOT_BEGUN']);
  });

  it('needs a confirmation ten minutes after the sign-in', async () => {
    passTime(10 * MINUTE);
    const refused = await post('authenticatorApps', { name: 'phone' });
    expect(preconditions(refused)).toEqual(['REAUTHENTICATION_REQUIRED']);
    const codes = await post('recoveryCodes');
    expect(preconditions(codes)).toEqual(['REAUTHENTICATION_REQUIRED']);
    const removal = await post('authenticatorApps:remove', { uid: 'x' });
    expect(preconditions(removal)).toEqual(['REAUTHENTICATION_REQUIRED']);
    ok(await post('sessions:reauthenticate', { currentPassword: OWNER_PASSWORD }));
    ok(await post('authenticatorApps', { name: 'phone' }));
  });

  it('is for people who sign in with a password', async () => {
    const answer = await grove.post('/auth/v1/authenticatorApps', { name: 'phone' });
    expect(preconditions(answer)).toEqual(['NO_PASSWORD']);
  });
});

describe('the second step', () => {
  it('starts a session only after a right code', async () => {
    const { secret } = await addFirstApp();
    const from = await afterPassword();
    expect(from.cookies.has('next-auth.session-token')).toBe(false);
    expect(await isSignedIn(from)).toBe(false);
    expect(await from.takeSecondStep({ code: '12' })).toBe('WrongCode');
    expect(await isSignedIn(from)).toBe(false);
    // Apps show codes with a space.
    const code = codeOf(secret, 1).replace(/^.../, '$& ');
    expect(await from.takeSecondStep({ code })).toBeNull();
    expect(await isSignedIn(from)).toBe(true);
    expect(from.cookies.has('grove.second-step')).toBe(false);
    const [app] = (await factors())['authenticatorApps'] as { lastUsedTime: string }[];
    expect(app?.lastUsedTime).toBe(new Date().toISOString());
  });

  it('answers a wrong password in the same way, with and without a factor', async () => {
    const answer = (from: TestBrowser) =>
      from.post('callback/credentials', { email: OWNER_EMAIL, password: 'wrong' });
    const without = await answer(newBrowser());
    await addFirstApp();
    const withFactor = await answer(newBrowser());
    expect({ ...withFactor, setCookies: withFactor.setCookies.length }).toEqual({
      ...without,
      setCookies: without.setCookies.length,
    });
  });

  it('comes in a browser that is known, too', async () => {
    const { secret } = await addFirstApp();
    expect([...browser.cookies.keys()].join()).toContain('grove.known-');
    expect(await signIn()).toBe('SecondStep');
    expect(await browser.takeSecondStep({ code: codeOf(secret, 1) })).toBeNull();
  });

  it('accepts the steps beside the current one, and none twice', async () => {
    const { secret } = await addFirstApp();
    passTime(10 * STEP_MS);
    const from = await afterPassword();
    expect(await from.takeSecondStep({ code: codeOf(secret, -2) })).toBe('WrongCode');
    expect(await from.takeSecondStep({ code: codeOf(secret, 2) })).toBe('WrongCode');
    expect(await from.takeSecondStep({ code: codeOf(secret, -1) })).toBeNull();
    const again = await afterPassword();
    expect(await again.takeSecondStep({ code: codeOf(secret, -1) })).toBe('WrongCode');
    const code = codeOf(secret, 1);
    expect(await again.takeSecondStep({ code })).toBeNull();
    // Codes of earlier steps than the used one count as used.
    const third = await afterPassword();
    expect(await third.takeSecondStep({ code: codeOf(secret) })).toBe('WrongCode');
    passTime(STEP_MS);
    expect(await third.takeSecondStep({ code })).toBe('WrongCode');
    expect(await third.takeSecondStep({ code: codeOf(secret, 1) })).toBeNull();
  });

  it('does not accept the code that the app was added with', async () => {
    const { secret } = await addFirstApp();
    const from = await afterPassword();
    expect(await from.takeSecondStep({ code: codeOf(secret) })).toBe('WrongCode');
  });

  it('accepts one code once, however many ask at the same time', async () => {
    const { secret, recoveryCodes } = await addFirstApp();
    const code = codeOf(secret, 1);
    const [recoveryCode = ''] = recoveryCodes;
    for (const given of [{ code }, { recoveryCode }]) {
      await rowsIn('Attempt').delete();
      const all = await Promise.all([afterPassword(), afterPassword(), afterPassword()]);
      const results = await Promise.all(all.map((one) => one.takeSecondStep(given)));
      expect(results.filter((result) => result === null)).toHaveLength(1);
      expect(results.filter((result) => result === 'WrongCode')).toHaveLength(2);
    }
  });

  it('is for the browser that gave the password, once', async () => {
    const { secret, recoveryCodes } = await addFirstApp();
    const from = await afterPassword();
    const code = codeOf(secret, 1);
    expect(await newBrowser().takeSecondStep({ code })).toBe('SecondStepEnded');
    const copy = newBrowser();
    for (const [name, value] of from.cookies) copy.cookies.set(name, value);
    expect(await from.takeSecondStep({ code })).toBeNull();
    const [recoveryCode = ''] = recoveryCodes;
    expect(await copy.takeSecondStep({ recoveryCode })).toBe('SecondStepEnded');
    expect(JSON.stringify(await rowsIn('PendingSignIn').findMany())).toBe('[]');
  });

  it('ends after five minutes', async () => {
    const { secret } = await addFirstApp();
    const from = await afterPassword();
    passTime(5 * MINUTE);
    expect(await from.takeSecondStep({ code: codeOf(secret) })).toBe('SecondStepEnded');
  });

  it('ends when the password or the factors change', async () => {
    const { uid } = await addFirstApp();
    const endsWith = async (change: () => Promise<unknown>) => {
      const from = await afterPassword();
      await change();
      expect(await from.takeSecondStep({ code: '123456' })).toBe('SecondStepEnded');
    };
    const newPassword = OWNER_PASSWORD;
    await endsWith(async () =>
      ok(await post('password', { currentPassword: OWNER_PASSWORD, newPassword })),
    );
    await endsWith(async () => {
      const { uid: other, secret } = await begin('tablet');
      ok(await post('authenticatorApps:verify', { uid: other, code: codeOf(secret) }));
    });
    await endsWith(async () => ok(await post('authenticatorApps:remove', { uid })));
    await endsWith(async () => {
      const code = new URL((await newResetLink(OWNER_EMAIL)).link).hash.slice(1);
      ok(await grove.post('/auth/v1/passwordResets:use', { code, newPassword }, { token: null }));
    });
    // The reset has ended the session and kept the factor.
    await endsWith(() => removeAllFactors(OWNER_EMAIL));
    expect(await signIn()).toBeNull();
  });
});

describe('guessing codes', () => {
  it('waits longer and longer, over all browsers and networks', async () => {
    const { secret } = await addFirstApp();
    const first = await afterPassword();
    for (let guess = 0; guess < 4; guess += 1) {
      expect(await first.takeSecondStep({ code: '000000' })).toBe('WrongCode');
    }
    const second = await afterPassword();
    expect(await second.takeSecondStep({ recoveryCode: 'x' })).toBe('WrongCode');
    expect(await first.takeSecondStep({ code: codeOf(secret, 1) })).toBe('TooManyAttempts:1');
    const third = await afterPassword();
    expect(await third.takeSecondStep({ code: codeOf(secret, 1) })).toBe('TooManyAttempts:1');
    passTime(1_000);
    expect(await third.takeSecondStep({ code: '000000' })).toBe('WrongCode');
    expect(await third.takeSecondStep({ code: codeOf(secret, 1) })).toBe('TooManyAttempts:2');
    passTime(2_000);
    expect(await third.takeSecondStep({ code: codeOf(secret, 1) })).toBeNull();
  });

  it('counts guesses that are made at the same time', async () => {
    await addFirstApp();
    const all = await Promise.all([afterPassword(), afterPassword(), afterPassword()]);
    const guesses = Array.from({ length: 12 }, (_, index) => all[index % 3]);
    const results = await Promise.all(
      guesses.map(async (one) => one?.takeSecondStep({ code: '000000' })),
    );
    expect(results.filter((result) => result === 'WrongCode')).toHaveLength(5);
    expect(results.filter((result) => result?.startsWith('TooManyAttempts:'))).toHaveLength(7);
  });
});

describe('recovery codes', () => {
  it('each sign somebody in once, however they are typed', async () => {
    const { recoveryCodes } = await addFirstApp();
    const [one = '', two = ''] = recoveryCodes;
    const from = await afterPassword();
    const typed = one.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(await from.takeSecondStep({ recoveryCode: typed })).toBeNull();
    expect(await isSignedIn(from)).toBe(true);
    expect(await factors()).toMatchObject({ recoveryCodesLeft: 9 });
    const again = await afterPassword();
    expect(await again.takeSecondStep({ recoveryCode: one })).toBe('WrongCode');
    expect(await again.takeSecondStep({ recoveryCode: two })).toBeNull();
  });

  it('replace the earlier ones once they are confirmed', async () => {
    const { recoveryCodes } = await addFirstApp();
    const [one = '', two = ''] = recoveryCodes;
    const first = ok(await post('recoveryCodes'));
    const second = ok(await post('recoveryCodes'));
    const [unconfirmed = ''] = second['recoveryCodes'] as string[];
    const from = await afterPassword();
    expect(await from.takeSecondStep({ recoveryCode: unconfirmed })).toBe('WrongCode');
    expect(await from.takeSecondStep({ recoveryCode: one })).toBeNull();
    const stale = await post('recoveryCodes:confirm', { batch: first['batch'] });
    expect(preconditions(stale)).toEqual(['NOT_BEGUN']);
    ok(await post('recoveryCodes:confirm', { batch: second['batch'] }));
    expect(await factors()).toMatchObject({ recoveryCodesLeft: 10 });
    const again = await afterPassword();
    expect(await again.takeSecondStep({ recoveryCode: two })).toBe('WrongCode');
    expect(await again.takeSecondStep({ recoveryCode: unconfirmed })).toBeNull();
  });

  it('come with an app', async () => {
    expect(preconditions(await post('recoveryCodes'))).toEqual(['NO_SECOND_FACTOR']);
  });
});

describe('renaming', () => {
  const rename = (uid: string, name: string) => post('authenticatorApps:rename', { uid, name });

  it('needs no password, and a name that no other app has', async () => {
    const { uid } = await addFirstApp();
    passTime(MINUTE);
    const other = await begin('tablet');
    ok(await post('authenticatorApps:verify', { uid: other.uid, code: codeOf(other.secret) }));
    passTime(20 * MINUTE);
    ok(await rename(uid, ' old phone '));
    expect(await factors()).toMatchObject({
      authenticatorApps: [{ uid, name: 'old phone' }, { name: 'tablet' }],
    });
    expect(badFields(await rename(uid, 'tablet'))).toEqual(['name']);
    expect(badFields(await rename(uid, ' '))).toEqual(['name']);
    expect(badFields(await rename(uid, 'x'.repeat(101)))).toEqual(['name']);
    expect(await factors()).toMatchObject({ authenticatorApps: [{ name: 'old phone' }, {}] });
  });

  it('is of an app of the caller that counts', async () => {
    await addFirstApp();
    const begun = await begin('tablet');
    failure(await rename(begun.uid, 'a'), 'NOT_FOUND');
    failure(await post('passkeys:rename', { uid: begun.uid, name: 'a' }), 'NOT_FOUND');
    const { uid } = await rowsIn('AuthenticatorApp').findOnly({ where: { name: 'phone' } });
    const [email, password] = ['another@example.com', 'a sentence for another'];
    await join(grove, 'owner', grove.rootUid, { email, password });
    const another = newBrowser();
    expect(await another.signIn(email, password)).toBeNull();
    const theirs = await post('authenticatorApps:rename', { uid, name: 'a' }, another);
    failure(theirs, 'NOT_FOUND');
  });

  it('is recorded with the name before', async () => {
    const { uid } = await addFirstApp();
    await emptyRecord();
    ok(await rename(uid, 'old phone'));
    ok(await rename(uid, 'old phone'));
    const { type, actor, after } = await rowsIn('AuditEvent').findOnly({});
    expect([type, actor, after]).toEqual([
      'grove.iam.authenticator_app.updated.v1',
      grove.ownerUid,
      { name: OWNER_EMAIL, authenticatorApp: 'old phone', formerName: 'phone' },
    ]);
  });
});

describe('removing', () => {
  it('the last app leaves the password alone', async () => {
    const { uid } = await addFirstApp();
    const other = await begin('tablet');
    const code = codeOf(other.secret);
    ok(await post('authenticatorApps:verify', { uid: other.uid, code }));
    ok(await post('authenticatorApps:remove', { uid }));
    expect(await factors()).toMatchObject({
      authenticatorApps: [{ name: 'tablet' }],
      recoveryCodesLeft: 10,
    });
    expect(await signIn(newBrowser())).toBe('SecondStep');
    failure(await post('authenticatorApps:remove', { uid }), 'NOT_FOUND');
    ok(await post('authenticatorApps:remove', { uid: other.uid }));
    expect(await factors()).toMatchObject({ authenticatorApps: [], recoveryCodesLeft: 0 });
    expect(await signIn(newBrowser())).toBeNull();
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('at the command line takes all', async () => {
    await addFirstApp();
    expect(await removeAllFactors(` ${OWNER_EMAIL.toUpperCase()}`)).toEqual({
      email: OWNER_EMAIL,
      authenticatorApps: ['phone'],
      passkeys: [],
      recoveryCodes: 10,
    });
    expect(await signIn(newBrowser())).toBeNull();
    await expect(removeAllFactors('nobody@example.com')).rejects.toThrow(/nobody@example.com/);
  });
});

it('reads the secrets after the encryption key was replaced', async () => {
  const { secret } = await addFirstApp();
  const before = await rowsIn('AuthenticatorApp').findOnly({});
  await rotate(['encryption']);
  const after = await rowsIn('AuthenticatorApp').findOnly({});
  expect(after.secret.split('.')[0]).not.toBe(before.secret.split('.')[0]);
  const from = await afterPassword();
  expect(await from.takeSecondStep({ code: codeOf(secret, 1) })).toBeNull();
});

it('writes audit events', async () => {
  await emptyRecord();
  const { recoveryCodes } = await addFirstApp();
  const from = await afterPassword();
  expect(await from.takeSecondStep({ recoveryCode: recoveryCodes[0] ?? '' })).toBeNull();
  await removeAllFactors(OWNER_EMAIL);
  const path = `/iam/v2beta1/auditEvents?uidp.descendants_of=${grove.rootUid}`;
  const events = ok(await grove.get(path))['auditEvents'] as Record<string, unknown>[];
  const told = events.map(({ type, actor, resource, before, after }) =>
    JSON.stringify([type, actor, resource, before ?? after]),
  );
  const { ownerUid } = grove;
  expect(told.sort()).toEqual(
    [
      ['authenticator_app.created', ownerUid, { name: OWNER_EMAIL, authenticatorApp: 'phone' }],
      [
        'authenticator_app.deleted',
        'command line',
        { name: OWNER_EMAIL, authenticatorApp: 'phone' },
      ],
      ['recovery_code.used', ownerUid, { name: OWNER_EMAIL, codesLeft: 9 }],
      ['recovery_codes.created', ownerUid, { name: OWNER_EMAIL }],
      ['session.started', ownerUid, { name: OWNER_EMAIL }],
    ].map(([type, actor, facts]) =>
      JSON.stringify([`grove.iam.${String(type)}.v1`, actor, ownerUid, facts]),
    ),
  );
});
