// @module-tag http
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { config } from '#lib/config.ts';
import { isOutdated } from '#lib/auth/passwords/passwords.ts';
import { newResetLink } from '#lib/service/people/password-resets.ts';
import { rowsIn } from '../support/database.ts';
import { emptyRecord } from '../support/empty-record.ts';
import { CHEAP } from '../support/pace.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Answer } from '../harness.ts';
import { badFields, failure, ok, preconditions } from '../support/answers.ts';

const NEW_PASSWORD = 'another battery staple';
const BEFORE = 'an older battery staple';
const MINUTE = 60_000;

let browser: TestBrowser;
let address = 0;
/** The hash of {@link OWNER_PASSWORD}. */
let passwordHash: string;

const stored = async () =>
  (await rowsIn('Account').findOnly({ where: { email: OWNER_EMAIL } })).passwordHash;

it.beforeAll(async () => {
  passwordHash = await stored();
});

beforeEach(async () => {
  await rowsIn('Attempt').delete();
  await rowsIn('Account').update({ data: { passwordHash } });
  await rowsIn('Session').delete();
  browser = new TestBrowser(grove.url, `203.0.113.${(address += 1)}`);
});

afterEach(() => vi.useRealTimers());

async function newCode(): Promise<string> {
  return new URL((await newResetLink(OWNER_EMAIL)).link).hash.slice(1);
}

const preview = (code: string): Promise<Answer> =>
  grove.post('/auth/v1/passwordResets:preview', { code }, { token: null });

const use = (code: string, newPassword = NEW_PASSWORD): Promise<Answer> =>
  grove.post(
    '/auth/v1/passwordResets:use',
    { code, newPassword },
    { token: null, headers: { 'x-forwarded-for': '203.0.113.250' } },
  );

describe('a one-time link', () => {
  it('names the person it is for', async () => {
    const { link } = await newResetLink(` ${OWNER_EMAIL.toUpperCase()} `);
    const { origin, pathname, search, hash } = new URL(link);
    expect([origin, pathname, search]).toEqual([grove.url, '/reset-password', '']);
    const { expireTime, ...others } = ok(await preview(hash.slice(1)));
    expect(others).toEqual({ email: OWNER_EMAIL, names: [OWNER_EMAIL, 'acme'] });
    const minutes = (Date.parse(String(expireTime)) - Date.now()) / MINUTE;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
    await expect(newResetLink('nobody@example.com')).rejects.toThrow(/Account nobody@example.com/);
  });

  it('is kept as a hash', async () => {
    const code = await newCode();
    const secret = code.split('.')[1] ?? '';
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(await rowsIn('PasswordReset').findMany())).not.toContain(secret);
  });

  it('sets the password once, ends all sessions, and ends the wait after failed sign-ins', async () => {
    expect(await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBeNull();
    const me = () => grove.get('/auth/v1/me', { token: null, headers: { cookie: browser.cookie } });
    ok(await me());
    // Long enough that no wait ends before the test checks it.
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    const elsewhere = new TestBrowser(grove.url, '203.0.113.250');
    const guess = () => elsewhere.signIn(OWNER_EMAIL, 'forgotten');
    for (let guesses = 0; guesses < 5; guesses += 1) await guess();
    expect(await guess()).toMatch(/^TooManyAttempts/);
    const code = await newCode();
    const answers = await Promise.all([use(code), use(code), use(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(badFields(await use(code))).toEqual(['code']);
    expect(badFields(await preview(code))).toEqual(['code']);
    expect((await me()).status).toBe(401);
    expect(await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBe('CredentialsSignin');
    expect(await elsewhere.signIn(OWNER_EMAIL, NEW_PASSWORD)).toBeNull();
  });

  it('ends sign-ins with the old password that have begun', async () => {
    // Hashing is costly here, so that sign-ins are checked during a reset.
    Object.assign(config().pace, { passwordCost: { N: 2 ** 15, r: 8, p: 1 } });
    ok(await use(await newCode(), BEFORE));
    const code = await newCode();
    const networks = Array.from({ length: 12 }, (_, at) => `198.51.100.${at}`);
    const browsers = networks.map((network) => new TestBrowser(grove.url, network));
    const reset = use(code, 'yet another battery staple');
    const signIns: Promise<unknown>[] = [];
    for (const one of browsers) {
      // Sign-ins that begin before the end of the reset may be checked after it.
      signIns.push(one.signIn(OWNER_EMAIL, BEFORE));
      await setTimeout(20);
    }
    ok(await reset);
    await Promise.all(signIns);
    Object.assign(config().pace, CHEAP);
    for (const { cookie } of browsers) {
      const answer = await grove.get('/auth/v1/me', { token: null, headers: { cookie } });
      expect(answer.status).toBe(401);
    }
  });

  it('writes audit events when the operator creates it and when it is used', async () => {
    // Writes and deletes the joined records of earlier sign-ins.
    await writeJoined();
    await emptyRecord();
    ok(await use(await newCode()));
    const path = `/iam/v2beta1/auditEvents?uidp.descendants_of=${grove.rootUid}&order_by=create_time`;
    const events = ok(await grove.get(path))['auditEvents'] as Record<string, unknown>[];
    expect(
      events.map(({ type, actor, resource, operation }) => [type, actor, resource, operation]),
    ).toEqual([
      ['grove.iam.password_reset.created.v1', 'command line', grove.ownerUid, 'create'],
      ['grove.iam.password.reset.v1', grove.ownerUid, grove.ownerUid, 'reset'],
    ]);
  });

  it('remains valid when the password is refused', async () => {
    const code = await newCode();
    for (const password of ['short', 'password1234', 'owner@example', 'acme acme 2026']) {
      expect(badFields(await use(code, password))).toEqual(['newPassword']);
    }
    expect(
      badFields(await grove.post('/auth/v1/passwordResets:use', { code }, { token: null })),
    ).toEqual(['newPassword']);
    ok(await use(code));
  });

  it('is void after another one is created, or after 30 minutes', async () => {
    const first = await newCode();
    const second = await newCode();
    expect(badFields(await use(first))).toEqual(['code']);
    vi.useFakeTimers({ now: Date.now() + 30 * MINUTE, toFake: ['Date'] });
    expect(preconditions(await preview(second))).toEqual(['RESET_EXPIRED']);
    expect(preconditions(await use(second))).toEqual(['RESET_EXPIRED']);
  });

  it('cannot be guessed', async () => {
    const code = await newCode();
    const guesses = [
      '',
      'x',
      `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`,
      `grove-reset-${'0'.repeat(16)}.${'A'.repeat(43)}`,
    ];
    const messages = new Set<string>();
    for (const guess of guesses) {
      const answer = await preview(guess);
      expect(badFields(answer)).toEqual(['code']);
      messages.add(String(answer.body['message']));
    }
    expect(messages.size).toBe(1);
    for (let guess = 0; guess < 5; guess += 1) await preview(guesses[2] ?? '');
    failure(await preview(guesses[2] ?? ''), 'RESOURCE_EXHAUSTED');
  });
});

describe('the hash of a password', () => {
  it('is renewed at sign-in if its parameters are outdated', async () => {
    // A hash with the parameters of an earlier version.
    const old =
      '$scrypt$ln=14,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$PJAV4qWLTjSe3lT4xOIAexIMw5uL3hBCiM6HFiXcgrY';
    await rowsIn('Account').update({ data: { passwordHash: old } });
    expect(await browser.signIn(OWNER_EMAIL, 'not this one')).toBe('CredentialsSignin');
    expect(await stored()).toBe(old);
    expect(await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBeNull();
    const renewed = await stored();
    expect(isOutdated(renewed)).toBe(false);
    expect(await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBeNull();
    expect(await stored()).toBe(renewed);
  });
});

it('gives the browser the list of common passwords', async () => {
  const answer = await grove.get('/auth/v1/commonPasswords', { token: null });
  expect(ok(answer)['passwords']).toHaveLength(10_000);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
});
