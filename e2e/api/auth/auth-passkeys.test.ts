// @module-tag http
import { generateSync } from 'otplib/functional';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { rotate } from '#lib/service/keys/change-keys.ts';
import { removeAllFactors } from '#lib/service/people/second-factors.ts';
import { rowsIn } from '../support/database.ts';
import { emptyRecord } from '../support/empty-record.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Answer } from '../harness.ts';
import { badFields, failure, ok, preconditions } from '../support/answers.ts';

const MINUTE = 60_000;

let browser: TestBrowser;
let address = 0;

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  for (const table of [
    'Attempt',
    'AuthenticatorApp',
    'Passkey',
    'RecoveryCode',
    'PendingSignIn',
    'Session',
    'UsedChallenge',
  ] as const) {
    await rowsIn(table).delete();
  }
  browser = newBrowser();
  await signIn(browser);
});

afterEach(() => vi.useRealTimers());

const newBrowser = () => new TestBrowser(grove.url, `203.0.113.${(address += 1)}`);
const newDevice = () => new SoftwareAuthenticator(grove.url);
const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms);
const signIn = (from: TestBrowser) => from.signIn(OWNER_EMAIL, OWNER_PASSWORD);

async function call(method: string, path: string, body?: unknown, from = browser): Promise<Answer> {
  const answer = await grove.call(method, `/auth/v1/${path}`, {
    token: null,
    headers: { cookie: from.cookie, 'sec-fetch-site': 'same-origin' },
    ...(body !== undefined && { body }),
  });
  from.keep(answer.headers.getSetCookie());
  return answer;
}

const post = (path: string, body: unknown = {}, from = browser) => call('POST', path, body, from);
const factors = async () => ok(await call('GET', 'secondFactors'));
const isSignedIn = async (from: TestBrowser) =>
  (await call('GET', 'me', undefined, from)).status === 200;

type Options = Parameters<SoftwareAuthenticator['get']>[0] & {
  allowCredentials?: { id: string; transports?: string[] }[];
};

const optionsOf = (answer: Answer) => ok(answer)['options'] as Options;
const beginAdding = async (name: string) => optionsOf(await post('passkeys', { name }));
const signInOptions = async (from: TestBrowser) =>
  optionsOf(await call('GET', 'passkeys:signIn', undefined, from));
const secondStepOptions = async (from: TestBrowser) =>
  optionsOf(await call('GET', 'passkeys:secondStep', undefined, from));

/** Adds the first passkey. */
async function addFirst(
  device = newDevice(),
): Promise<{ device: SoftwareAuthenticator; recoveryCodes: string[] }> {
  const credential = device.create(await beginAdding('laptop'));
  const verified = ok(await post('passkeys:verify', { name: 'laptop', credential }));
  ok(await post('recoveryCodes:confirm', { batch: verified['batch'] }));
  return { device, recoveryCodes: verified['recoveryCodes'] as string[] };
}

/** Signs in with the passkey alone, in a new browser. */
async function signInAlone(
  device: SoftwareAuthenticator,
  signing: Parameters<SoftwareAuthenticator['get']>[1] = {},
): Promise<string | null> {
  const from = newBrowser();
  return from.signInWithPasskey(device.get(await signInOptions(from), signing));
}

/** A browser after the password, which needs the second step. */
async function afterPassword(expected = 'SecondStep:passkey'): Promise<TestBrowser> {
  const from = newBrowser();
  expect(await signIn(from)).toBe(expected);
  return from;
}

const takeSecondStep = (from: TestBrowser, answer: object) =>
  from.takeSecondStep({ secondPasskey: JSON.stringify(answer) });

describe('adding a passkey', () => {
  it('takes a signed challenge and saved recovery codes before it counts', async () => {
    const device = newDevice();
    const options = await beginAdding(' laptop ');
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Grove' },
      user: { name: OWNER_EMAIL },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const handle = Buffer.from(options.user?.id ?? '', 'base64url');
    expect(handle).toHaveLength(32);
    const credential = device.create(options);
    const verified = ok(await post('passkeys:verify', { name: ' laptop ', credential }));
    expect(verified['recoveryCodes']).toHaveLength(10);
    expect(await factors()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await signIn(newBrowser())).toBeNull();
    expect(await signInAlone(device)).toBe('WrongPasskey');
    ok(await post('recoveryCodes:confirm', { batch: verified['batch'] }));
    const createTime = expect.any(String) as string;
    expect(await factors()).toMatchObject({
      passkeys: [{ uid: expect.any(String) as string, name: 'laptop', createTime }],
      authenticatorApps: [],
      recoveryCodesLeft: 10,
    });
    expect(await signIn(newBrowser())).toBe('SecondStep:passkey');
    expect(await signInAlone(device)).toBeNull();
  });

  it('is enough without codes if there are some, and names those that are known', async () => {
    const { device } = await addFirst();
    const options = await beginAdding('phone');
    const id = device.create(await beginAdding('phone')).id;
    expect(options).toMatchObject({ excludeCredentials: [{ id, transports: ['internal'] }] });
    expect(options.user?.id).toBe(device.userHandle);
    const credential = newDevice().create(options);
    expect(ok(await post('passkeys:verify', { name: 'phone', credential }))).toEqual({});
    expect(badFields(await post('passkeys', { name: 'phone' }))).toEqual(['name']);
    expect(badFields(await post('passkeys', { name: ' ' }))).toEqual(['name']);
    const again = { name: 'other', credential: device.create(await beginAdding('other')) };
    expect(badFields(await post('passkeys:verify', again))).toEqual(['credential']);
  });

  it('takes a challenge once, from the session that asked, for five minutes', async () => {
    const { device } = await addFirst();
    const options = await beginAdding('phone');
    const verify = (name: string, from = browser) =>
      post('passkeys:verify', { name, credential: newDevice().create(options) }, from);
    const other = newBrowser();
    expect(await other.signInWithPasskey(device.get(await signInOptions(other)))).toBeNull();
    expect(preconditions(await verify('phone', other))).toEqual(['NOT_BEGUN']);
    ok(await verify('phone'));
    expect(preconditions(await verify('tablet'))).toEqual(['NOT_BEGUN']);
    const late = await beginAdding('tablet');
    passTime(5 * MINUTE);
    const credential = newDevice().create(late);
    expect(preconditions(await post('passkeys:verify', { name: 'tablet', credential }))).toEqual([
      'NOT_BEGUN',
    ]);
  });

  it('refuses what was made elsewhere, without a person, or with certificates', async () => {
    const refusedWith = async (change: (options: Options) => object) => {
      const credential = change(await beginAdding('phone'));
      return post('passkeys:verify', { name: 'phone', credential });
    };
    const elsewhere = await refusedWith((options) =>
      new SoftwareAuthenticator('https://grove.example.org').create(options),
    );
    expect(badFields(elsewhere)).toEqual(['credential']);
    const forOther = await refusedWith((options) =>
      newDevice().create({ ...options, rp: { id: 'example.org' } }),
    );
    expect(badFields(forOther)).toEqual(['credential']);
    const certificates = new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(8)],
      ['x5c', [new Uint8Array(8)]],
    ]);
    for (const format of ['packed', 'apple', 'fido-u2f', 'tpm']) {
      const attested = await refusedWith((options) =>
        newDevice().create(options, { statement: certificates, format }),
      );
      expect(badFields(attested)).toEqual(['credential']);
    }
    expect(preconditions(await refusedWith(() => newDevice().create({ challenge: 'x' })))).toEqual([
      'NOT_BEGUN',
    ]);
    const answer = await post('passkeys:verify', { name: 'phone', credential: { id: '<' } });
    expect(badFields(answer)).toContain('credential.id');
  });

  it('needs a confirmation ten minutes after the sign-in', async () => {
    passTime(10 * MINUTE);
    const refused = ['REAUTHENTICATION_REQUIRED'];
    expect(preconditions(await post('passkeys', { name: 'phone' }))).toEqual(refused);
    expect(preconditions(await post('passkeys:remove', { uid: 'x' }))).toEqual(refused);
    ok(await post('sessions:reauthenticate', { currentPassword: OWNER_PASSWORD }));
    ok(await post('passkeys', { name: 'phone' }));
  });

  it('is for people who sign in with a password', async () => {
    const answer = await grove.post('/auth/v1/passkeys', { name: 'phone' });
    expect(preconditions(answer)).toEqual(['NO_PASSWORD']);
  });
});

describe('a passkey alone', () => {
  it('starts a session, which says so', async () => {
    const { device } = await addFirst();
    const from = newBrowser();
    const options = await signInOptions(from);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    expect(await from.signInWithPasskey(device.get(options))).toBeNull();
    expect(await isSignedIn(from)).toBe(true);
    const { sessions } = ok(await call('GET', 'sessions', undefined, from));
    const told = (sessions as { passkey: boolean; current: boolean }[]).map((session) => [
      session.current,
      session.passkey,
    ]);
    expect(told.sort()).toEqual([
      [false, false],
      [true, true],
    ]);
    const [passkey] = (await factors())['passkeys'] as { lastUsedTime: string }[];
    expect(passkey?.lastUsedTime).toBe(new Date().toISOString());
  });

  it('takes a challenge of this browser once, for five minutes', async () => {
    const { device } = await addFirst();
    const from = newBrowser();
    const options = await signInOptions(from);
    const later = await signInOptions(from);
    expect(await newBrowser().signInWithPasskey(device.get(options))).toBe('PasskeyEnded');
    const answer = device.get(options);
    expect(await from.signInWithPasskey(answer)).toBeNull();
    expect(await from.signInWithPasskey(answer)).toBe('PasskeyEnded');
    passTime(5 * MINUTE);
    expect(await from.signInWithPasskey(device.get(later))).toBe('PasskeyEnded');
  });

  it('accepts one answer once, however many send it at the same time', async () => {
    const { device } = await addFirst();
    const from = newBrowser();
    const answer = device.get(await signInOptions(from));
    const copies = [newBrowser(), newBrowser(), newBrowser()];
    for (const copy of copies) {
      for (const [name, value] of from.cookies) copy.cookies.set(name, value);
    }
    const results = await Promise.all(copies.map((copy) => copy.signInWithPasskey(answer)));
    expect(results.filter((result) => result === null)).toHaveLength(1);
    expect(results.filter((result) => result === 'PasskeyEnded')).toHaveLength(2);
  });

  it('is refused from elsewhere, unverified, unknown or badly signed', async () => {
    const { device } = await addFirst();
    const wrong = 'WrongPasskey';
    expect(await signInAlone(device, { origin: 'https://example.org' })).toBe(wrong);
    expect(await signInAlone(device, { host: 'example.org' })).toBe(wrong);
    expect(await signInAlone(device, { isPersonVerified: false })).toBe(wrong);
    expect(await signInAlone(device, { type: 'webauthn.create' })).toBe(wrong);
    expect(await signInAlone(newDevice())).toBe(wrong);
    const from = newBrowser();
    const answer = device.get(await signInOptions(from));
    const { signature } = newDevice().get(await signInOptions(from)).response;
    const response = { ...answer.response, signature };
    expect(await from.signInWithPasskey({ ...answer, response })).toBe(wrong);
    const nobodys = { ...answer.response, userHandle: undefined };
    expect(await from.signInWithPasskey({ ...answer, response: nobodys })).toBe(wrong);
    const other = { ...answer.response, userHandle: 'eA' };
    expect(await from.signInWithPasskey({ ...answer, response: other })).toBe(wrong);
    for (const text of ['', 'null', '{', '{"id":1}', '[]', '😀']) {
      expect(await from.takeSecondStep({ passkey: text })).toBe(wrong);
    }
    expect(await from.signInWithPasskey(answer)).toBeNull();
  });

  it('is refused with a counter that does not rise, which is recorded', async () => {
    const { device } = await addFirst();
    device.hasCounter = true;
    expect(await signInAlone(device)).toBeNull();
    device.counter = 4_000_000_000;
    expect(await signInAlone(device)).toBeNull();
    await emptyRecord();
    device.counter = 7;
    expect(await signInAlone(device)).toBe('WrongPasskey');
    device.counter = 0;
    device.hasCounter = false;
    expect(await signInAlone(device)).toBe('WrongPasskey');
    const told = (await events()).filter(([type]) => type === 'passkey.used');
    const facts = { passkey: 'laptop', lastCounter: '4000000001' };
    expect(told).toEqual([
      ['passkey.used', 'UNAUTHENTICATED', expect.objectContaining({ ...facts, counter: '0' })],
      ['passkey.used', 'UNAUTHENTICATED', expect.objectContaining({ ...facts, counter: '8' })],
    ]);
    device.counter = 4_000_000_001;
    device.hasCounter = true;
    expect(await signInAlone(device)).toBeNull();
  });

  it('waits after failures in one network, and keeps nobody else out', async () => {
    const { device } = await addFirst();
    const stranger = newBrowser();
    const guess = async () => {
      const options = await signInOptions(stranger);
      return stranger.signInWithPasskey(device.get(options, { origin: 'https://example.org' }));
    };
    for (let count = 0; count < 5; count += 1) expect(await guess()).toBe('WrongPasskey');
    expect(await guess()).toBe('TooManyAttempts:1');
    expect(await signInAlone(device)).toBeNull();
  });

  it('works after the password was changed, and not for a blocked person', async () => {
    const { device } = await addFirst();
    const given = { currentPassword: OWNER_PASSWORD, newPassword: OWNER_PASSWORD };
    ok(await post('password', given));
    expect(await signInAlone(device)).toBeNull();
    const where = { uid: grove.ownerUid };
    await rowsIn('Identity').update({ where, data: { blockedTime: new Date() } });
    const from = newBrowser();
    expect(await from.signInWithPasskey(device.get(await signInOptions(from)))).toBeNull();
    expect(await isSignedIn(from)).toBe(false);
    await rowsIn('Identity').update({ where, data: { blockedTime: null } });
  });
});

describe('a passkey as the second step', () => {
  it('completes a sign-in with the password, also without verifying the person', async () => {
    const { device } = await addFirst();
    const from = await afterPassword();
    const options = await secondStepOptions(from);
    const { id } = device.get(options);
    expect(options.allowCredentials).toMatchObject([{ id, transports: ['internal'] }]);
    expect(await isSignedIn(from)).toBe(false);
    expect(await takeSecondStep(from, device.get(options, { isPersonVerified: false }))).toBeNull();
    expect(await isSignedIn(from)).toBe(true);
    const { sessions } = ok(await call('GET', 'sessions', undefined, from));
    expect(sessions).toContainEqual(expect.objectContaining({ passkey: true, current: true }));
  });

  it('takes a challenge of this sign-in only', async () => {
    const { device } = await addFirst();
    const [one, two] = [await afterPassword(), await afterPassword()];
    const answer = device.get(await secondStepOptions(one));
    expect(await takeSecondStep(two, answer)).toBe('PasskeyEnded');
    const alone = device.get(await signInOptions(two));
    expect(await takeSecondStep(two, alone)).toBe('PasskeyEnded');
    expect(await two.signInWithPasskey(device.get(await secondStepOptions(two)))).toBe(
      'PasskeyEnded',
    );
    expect(await takeSecondStep(one, newDevice().get(await secondStepOptions(one)))).toBe(
      'WrongPasskey',
    );
    expect(await takeSecondStep(one, answer)).toBeNull();
    const refused = await call('GET', 'passkeys:secondStep', undefined, one);
    expect(preconditions(refused)).toEqual(['SECOND_STEP_ENDED']);
  });

  it('counts guesses together with those of codes', async () => {
    const { device, recoveryCodes } = await addFirst();
    const from = await afterPassword();
    for (let count = 0; count < 4; count += 1) {
      const options = await secondStepOptions(from);
      expect(await takeSecondStep(from, newDevice().get(options))).toBe('WrongPasskey');
    }
    expect(await from.takeSecondStep({ recoveryCode: 'x' })).toBe('WrongCode');
    const right = device.get(await secondStepOptions(from));
    expect(await takeSecondStep(from, right)).toBe('TooManyAttempts:1');
    passTime(1_000);
    expect(await from.takeSecondStep({ recoveryCode: recoveryCodes[0] ?? '' })).toBeNull();
  });

  it('stands beside an authenticator app', async () => {
    const { device } = await addFirst();
    const { uid, secret } = ok(await post('authenticatorApps', { name: 'phone' })) as Record<
      string,
      string
    >;
    const epoch = Math.floor(Date.now() / 1000);
    const code = generateSync({ secret: secret ?? '', epoch });
    expect(ok(await post('authenticatorApps:verify', { uid, code }))).toEqual({});
    const from = await afterPassword('SecondStep:passkey,code');
    expect(await takeSecondStep(from, device.get(await secondStepOptions(from)))).toBeNull();
    const [passkey] = (await factors())['passkeys'] as { uid: string }[];
    ok(await post('passkeys:remove', { uid: passkey?.uid }));
    expect(await factors()).toMatchObject({ passkeys: [], recoveryCodesLeft: 10 });
    const without = await afterPassword('SecondStep');
    const refused = await call('GET', 'passkeys:secondStep', undefined, without);
    expect(preconditions(refused)).toEqual(['NO_PASSKEY']);
  });
});

describe('removing passkeys', () => {
  it('takes the recovery codes with the last one, and ends what it began', async () => {
    const { device } = await addFirst();
    const from = await afterPassword();
    const answer = device.get(await secondStepOptions(from));
    const [passkey] = (await factors())['passkeys'] as { uid: string }[];
    const { uid } = passkey ?? {};
    ok(await post('passkeys:remove', { uid }));
    failure(await post('passkeys:remove', { uid }), 'NOT_FOUND');
    expect(await factors()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await takeSecondStep(from, answer)).toBe('SecondStepEnded');
    expect(await signInAlone(device)).toBe('WrongPasskey');
    expect(await signIn(newBrowser())).toBeNull();
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('at the command line takes all', async () => {
    const { device } = await addFirst();
    expect(await removeAllFactors(OWNER_EMAIL)).toEqual({
      email: OWNER_EMAIL,
      authenticatorApps: [],
      passkeys: ['laptop'],
      recoveryCodes: 10,
    });
    expect(await signInAlone(device)).toBe('WrongPasskey');
    expect(await signIn(newBrowser())).toBeNull();
  });
});

it('signs in after the keys of the installation were replaced', async () => {
  const { device } = await addFirst();
  await rotate(['encryption']);
  expect(await signInAlone(device)).toBeNull();
});

/** Type, result and facts, in the order of their texts. */
async function events(): Promise<[type: string, result: string, facts: unknown][]> {
  const path = `/iam/v2beta1/auditEvents?uidp.descendants_of=${grove.rootUid}`;
  const { auditEvents } = ok(await grove.get(path));
  const told = (auditEvents as Record<string, unknown>[]).map(
    ({ type, result, before, after }): [string, string, unknown] => [
      String(type).replace(/^grove\.iam\.|\.v1$/g, ''),
      String(result),
      before ?? after,
    ],
  );
  return told.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

it('writes audit events', async () => {
  await emptyRecord();
  const { device } = await addFirst();
  expect(await signInAlone(device)).toBeNull();
  expect(await signInAlone(device, { isPersonVerified: false })).toBe('WrongPasskey');
  await removeAllFactors(OWNER_EMAIL);
  await writeJoined();
  const name = OWNER_EMAIL;
  expect(await events()).toEqual([
    ['passkey.created', 'OK', { name, passkey: 'laptop' }],
    ['passkey.deleted', 'OK', { name, passkey: 'laptop' }],
    ['passkey.used', 'OK', { name, passkey: 'laptop' }],
    ['recovery_codes.created', 'OK', { name }],
    ['session.started', 'OK', { name }],
    ['session.started', 'UNAUTHENTICATED', { name }],
  ]);
});
