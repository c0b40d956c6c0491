// @module-tag http
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { newResetLink } from '#lib/service/people/password-resets.ts';
import { attemptsFrom, countAttempt } from '#lib/auth/attempts/attempts.ts';
import { rotate } from '#lib/service/keys/change-keys.ts';
import { until } from '../../support/until.ts';
import { query, rowsIn } from '../support/database.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, failure, ok, okEmpty, preconditions } from '../support/answers.ts';

const HOUR_MS = 60 * 60 * 1000;
const NEW_PASSWORD = 'another battery staple';

let browser: TestBrowser;
let address = 1;

beforeEach(async () => {
  await rowsIn('Attempt').delete();
  browser = new TestBrowser(grove.url, `203.0.113.${(address += 1)}`);
});

afterEach(() => vi.useRealTimers());

/** Stops the clock, so that no wait ends before the test checks it. */
const freezeTime = () => vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });

const signedIn = () => browser.signIn(OWNER_EMAIL, OWNER_PASSWORD);

function call(
  method: string,
  path: string,
  { from = browser, ...options }: { from?: TestBrowser; body?: unknown; headers?: Json } = {},
): Promise<Answer> {
  const headers = { cookie: from.cookie, 'sec-fetch-site': 'same-origin', ...options.headers };
  return grove.call(method, path, { token: null, ...options, headers: headers as never });
}

describe('throttling', () => {
  const WRONG = 'not the password at all';
  const newBrowser = () => new TestBrowser(grove.url, `198.51.100.${(address += 1) % 250}`);

  it('counts account and network together, so that others can still sign in', async () => {
    freezeTime();
    for (let time = 0; time < 5; time += 1) await browser.signIn(OWNER_EMAIL, WRONG);
    expect(await signedIn()).toMatch(/^TooManyAttempts:\d+$/);
    expect(await newBrowser().signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBeNull();
  });

  it('does not delay a known browser because of attempts by others', async () => {
    freezeTime();
    expect(await signedIn()).toBeNull();
    // As many failures as are free for an account from everywhere, counted without hashing.
    const everywhere = { what: `sign-in:${OWNER_EMAIL}`, free: 50 };
    for (let time = 0; time < 50; time += 1) await countAttempt([everywhere]);
    for (let time = 0; time < 5; time += 1) {
      const sameOffice = new TestBrowser(grove.url, `203.0.113.${address}`);
      await sameOffice.signIn(OWNER_EMAIL, WRONG);
    }
    expect(await newBrowser().signIn(OWNER_EMAIL, OWNER_PASSWORD)).toMatch(/^TooManyAttempts:/);
    expect(await browser.signIn(OWNER_EMAIL, WRONG)).toBe('CredentialsSignin');
    expect(await signedIn()).toBeNull();
  });

  it('makes a known browser wait after its own failures', async () => {
    freezeTime();
    expect(await signedIn()).toBeNull();
    for (let time = 0; time < 5; time += 1) await browser.signIn(OWNER_EMAIL, WRONG);
    expect(await signedIn()).toMatch(/^TooManyAttempts:\d+$/);
  });

  it('does not accept a forged browser cookie', async () => {
    freezeTime();
    expect(await signedIn()).toBeNull();
    const [name = '', value = ''] =
      [...browser.cookies].find(([cookie]) => cookie.startsWith('grove.known-')) ?? [];
    const forged = newBrowser();
    for (let time = 0; time < 5; time += 1) await forged.signIn(OWNER_EMAIL, WRONG);
    forged.cookies.set(name, value.replace(/^[^.]+/, 'aaaaaaaaaaaaaaaa'));
    expect(await forged.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toMatch(/^TooManyAttempts:/);
  });
});

describe('signing in', () => {
  it('starts a session with an HttpOnly cookie', async () => {
    const answer = await browser.post('callback/credentials', {
      email: ` ${OWNER_EMAIL.toUpperCase()}`,
      password: OWNER_PASSWORD,
    });
    expect(answer.url?.searchParams.get('error')).toBeNull();
    const cookie = answer.setCookies.find((line) => line.startsWith('next-auth.session-token='));
    expect(cookie).toMatch(/; Path=\/;.*; HttpOnly; SameSite=Lax$/);
    expect(ok(await call('GET', '/auth/v1/me'))['principal']).toEqual({
      issuer: grove.url,
      subject: grove.ownerUid,
      email: OWNER_EMAIL,
      name: OWNER_EMAIL,
      via: 'session',
    });
    expect((await browser.ask('session')).body).toEqual({
      user: { name: OWNER_EMAIL, email: OWNER_EMAIL },
      expires: expect.any(String) as string,
    });
  });

  it('fails with the same message for an unknown address and a wrong password', async () => {
    expect(await browser.signIn(OWNER_EMAIL, 'wrong password')).toBe('CredentialsSignin');
    expect(await browser.signIn('nobody@example.com', OWNER_PASSWORD)).toBe('CredentialsSignin');
    expect(await browser.signIn('', '')).toBe('CredentialsSignin');
    failure(await call('GET', '/auth/v1/me'), 'UNAUTHENTICATED');
  });

  it('says nothing of an error that nobody expects in the address of the page', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await query('ALTER TABLE "Session" RENAME TO "Elsewhere"');
    try {
      expect(await signedIn()).toBe('Unexpected');
    } finally {
      await query('ALTER TABLE "Elsewhere" RENAME TO "Session"');
    }
    expect(await signedIn()).toBeNull();
  });

  it.each([OWNER_EMAIL, 'nobody@example.com'])('waits longer and longer for %s', async (email) => {
    freezeTime();
    const attempted = [{ what: `sign-in:${email} from 203.0.113.${address}` }];
    for (let time = 0; time < 5; time += 1) await countAttempt(attempted);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      expect(await browser.signIn(email, OWNER_PASSWORD)).toBe(`TooManyAttempts:${seconds}`);
      vi.setSystemTime(Date.now() + seconds * 1000);
      await countAttempt(attempted);
    }
    vi.setSystemTime(Date.now() + 900_000);
    const isOwner = email === OWNER_EMAIL;
    expect(await browser.signIn(email, OWNER_PASSWORD)).toBe(isOwner ? null : 'CredentialsSignin');
    // A successful sign-in resets the count.
    const next = await browser.signIn(email, 'wrong password');
    expect(next).toMatch(isOwner ? /^CredentialsSignin$/ : /^TooManyAttempts:900$/);
  });

  it('limits concurrent guesses as well', async () => {
    freezeTime();
    const browsers = Array.from({ length: 12 }, () => new TestBrowser(grove.url, '192.0.2.9'));
    const codes = await Promise.all(
      browsers.map((one) => one.signIn(OWNER_EMAIL, 'wrong password')),
    );
    expect(codes.filter((code) => code === 'CredentialsSignin')).toHaveLength(5);
    expect(codes.filter((code) => code?.startsWith('TooManyAttempts:'))).toHaveLength(7);
  });

  it('limits the attempts of one client with many addresses', async () => {
    freezeTime();
    const client = attemptsFrom('sign-in', '198.51.100.1');
    for (let time = 0; time < 50; time += 1) await countAttempt([client]);
    const tired = new TestBrowser(grove.url, '198.51.100.1');
    expect(await tired.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBe('TooManyAttempts:1');
    expect(await signedIn()).toBeNull();
  });

  it('stores attempted addresses only as hashes', async () => {
    await browser.signIn('secret typed into the wrong field', 'x');
    const [row] = await rowsIn('Attempt').findMany();
    expect(row?.key).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('needs the CSRF token', async () => {
    const answer = await browser.ask('callback/credentials', {
      email: OWNER_EMAIL,
      password: OWNER_PASSWORD,
      csrfToken: 'x'.repeat(64),
      json: 'true',
    });
    expect(answer.url?.searchParams.get('csrf')).toBe('true');
    expect(browser.cookies.has('next-auth.session-token')).toBe(false);
  });
});

describe('a session', () => {
  it('ends once the key of its cookie is replaced, and a new one begins', async () => {
    await signedIn();
    ok(await call('GET', '/auth/v1/me'));
    await rotate(['session']);
    expect((await call('GET', '/auth/v1/me')).status).toBe(401);
    expect(await signedIn()).toBeNull();
    ok(await call('GET', '/auth/v1/me'));
  });

  beforeEach(() => signedIn());

  it('allows changes from the installation’s own pages only', async () => {
    const path = `/iam/v2beta1/groups/${grove.rootUid}`;
    const body = { description: 'changed' };
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none', origin: 'https://evil.example.com' },
    ]) {
      const answer = await call('PATCH', path, { body, headers });
      expect(failure(answer, 'PERMISSION_DENIED').message).toMatch(/from its own pages only$/);
      ok(await call('GET', path, { headers }));
    }
    ok(await call('PATCH', path, { body }));
  });

  it('ends when it is idle for 12 hours, and after 30 days in any case', async () => {
    const start = Date.now();
    vi.useFakeTimers({ now: start + 12 * HOUR_MS - 1000, toFake: ['Date'] });
    ok(await call('GET', '/auth/v1/me'));
    const seen = () => rowsIn('Session').findFirst({ orderBy: { lastSeenTime: 'desc' } });
    await until(async () => {
      expect((await seen())?.lastSeenTime.getTime()).toBeGreaterThan(start + HOUR_MS);
    });
    vi.setSystemTime(start + 20 * HOUR_MS);
    ok(await call('GET', '/auth/v1/me'));
    await until(async () => {
      expect((await seen())?.lastSeenTime.getTime()).toBeGreaterThan(start + 19 * HOUR_MS);
    });
    vi.setSystemTime(start + 33 * HOUR_MS);
    failure(await call('GET', '/auth/v1/me'), 'UNAUTHENTICATED');
    await rowsIn('Session').update({
      data: { lastSeenTime: new Date(start + 30 * 24 * HOUR_MS) },
    });
    vi.setSystemTime(start + 30 * 24 * HOUR_MS + 5_000);
    failure(await call('GET', '/auth/v1/me'), 'UNAUTHENTICATED');
  });

  it('ends at sign-out, even for a copy of the cookie', async () => {
    const { cookie } = browser;
    await browser.post('signout');
    expect(browser.cookies.has('next-auth.session-token')).toBe(false);
    failure(await call('GET', '/auth/v1/me', { headers: { cookie } }), 'UNAUTHENTICATED');
  });

  it('cannot be forged', async () => {
    for (const value of [
      'x',
      '',
      'a.b.c.d.e',
      '%00',
      browser.cookies.get('next-auth.csrf-token'),
    ]) {
      const cookie = `next-auth.session-token=${value}`;
      failure(await call('GET', '/auth/v1/me', { headers: { cookie } }), 'UNAUTHENTICATED');
    }
  });

  it('is listed, and can be ended from another', async () => {
    await rowsIn('Session').delete();
    await signedIn();
    const other = new TestBrowser(grove.url, '203.0.113.251');
    await other.signIn(OWNER_EMAIL, OWNER_PASSWORD);
    const sessions = ok(await call('GET', '/auth/v1/sessions'))['sessions'] as Json[];
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    const [theirs] = sessions.filter(({ current }) => !current);
    expect(theirs).toMatchObject({ userAgent: 'test browser', network: '203.0.113.251' });
    const path = `/auth/v1/sessions/${String(theirs?.['uid'])}`;
    okEmpty(await call('DELETE', path));
    failure(await call('GET', '/auth/v1/me', { from: other }), 'UNAUTHENTICATED');
    failure(await call('DELETE', path), 'NOT_FOUND');
    ok(await call('GET', '/auth/v1/me'));
  });
});

describe('the sessions of a caller', () => {
  beforeEach(async () => {
    await rowsIn('Session').delete();
    await signedIn();
  });

  const another = async () => {
    const other = new TestBrowser(grove.url);
    await other.signIn(OWNER_EMAIL, OWNER_PASSWORD);
    return other;
  };

  const list = async () => ok(await call('GET', '/auth/v1/sessions'))['sessions'] as Json[];

  it('are listed without their secrets', async () => {
    const [session] = await list();
    expect(Object.keys(session ?? {}).sort()).toEqual([
      'createTime',
      'current',
      'expireTime',
      'lastSeenTime',
      'network',
      'passkey',
      'uid',
      'userAgent',
    ]);
    const cookie = `next-auth.session-token=${String(session?.['uid'])}`;
    failure(await call('GET', '/auth/v1/me', { headers: { cookie } }), 'UNAUTHENTICATED');
  });

  it('can all be ended except the current one', async () => {
    const others = [await another(), await another()];
    expect(ok(await call('DELETE', '/auth/v1/sessions'))).toEqual({ ended: 2 });
    for (const from of others) {
      failure(await call('GET', '/auth/v1/me', { from }), 'UNAUTHENTICATED');
    }
    expect(await list()).toMatchObject([{ current: true }]);
    expect(ok(await call('DELETE', '/auth/v1/sessions'))).toEqual({ ended: 0 });
  });

  it('can be ended from the installation’s own pages only', async () => {
    await another();
    const [theirs] = (await list()).filter(({ current }) => !current);
    for (const path of ['/auth/v1/sessions', `/auth/v1/sessions/${String(theirs?.['uid'])}`]) {
      const headers = { 'sec-fetch-site': 'cross-site' };
      failure(await call('DELETE', path, { headers }), 'PERMISSION_DENIED');
    }
    expect(await list()).toHaveLength(2);
  });

  it('belong to the caller only', async () => {
    const uid = crypto.randomUUID();
    await rowsIn('Session').create({
      uid,
      issuer: 'https://idp.example.com',
      subject: grove.ownerUid,
      email: OWNER_EMAIL,
      name: '',
      userAgent: '',
      createTime: new Date(),
      lastSeenTime: new Date(),
      expireTime: new Date(Date.now() + HOUR_MS),
    });
    expect(await list()).toHaveLength(1);
    failure(await call('DELETE', `/auth/v1/sessions/${uid}`), 'NOT_FOUND');
    expect(ok(await call('DELETE', '/auth/v1/sessions'))).toEqual({ ended: 0 });
  });

  it('are not listed after they expired', async () => {
    await another();
    const [theirs] = (await list()).filter(({ current }) => !current);
    await rowsIn('Session').update({
      where: { uid: String(theirs?.['uid']) },
      data: { lastSeenTime: new Date(Date.now() - 13 * HOUR_MS) },
    });
    expect(await list()).toMatchObject([{ current: true }]);
  });
});

describe('POST /auth/v1/password', () => {
  beforeEach(() => signedIn());

  const change = (body: unknown, options = {}) =>
    call('POST', '/auth/v1/password', { body, ...options });

  it('sets a new one and ends the other sessions', async () => {
    const other = new TestBrowser(grove.url);
    await other.signIn(OWNER_EMAIL, OWNER_PASSWORD);
    await newResetLink(OWNER_EMAIL);
    ok(await change({ currentPassword: OWNER_PASSWORD, newPassword: NEW_PASSWORD }));
    expect(await rowsIn('PasswordReset').count()).toBe(0);
    failure(await call('GET', '/auth/v1/me', { from: other }), 'UNAUTHENTICATED');
    ok(await call('GET', '/auth/v1/me'));
    expect(await other.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBe('CredentialsSignin');
    expect(await other.signIn(OWNER_EMAIL, NEW_PASSWORD)).toBeNull();
    ok(await change({ currentPassword: NEW_PASSWORD, newPassword: OWNER_PASSWORD }));
  });

  it('says which field is wrong', async () => {
    expect(badFields(await change({ currentPassword: 'x', newPassword: NEW_PASSWORD }))).toEqual([
      'currentPassword',
    ]);
    expect(badFields(await change({ currentPassword: 'x', newPassword: 'short' }))).toEqual([
      'newPassword',
    ]);
    expect(badFields(await change({ newPassword: 5, other: '' }))).toEqual([
      'currentPassword',
      'newPassword',
      'other',
    ]);
  });

  it('limits guesses', async () => {
    freezeTime();
    const guess = () => change({ currentPassword: 'x', newPassword: NEW_PASSWORD });
    for (let time = 0; time < 5; time += 1) expect(badFields(await guess())).toHaveLength(1);
    const answer = await guess();
    expect([answer.status, answer.body['code']]).toEqual([429, 8]);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.body['message']).toMatch(/^Resource exhausted: too many attempts/);
  });

  it('needs a person with a password', async () => {
    const body = { currentPassword: OWNER_PASSWORD, newPassword: NEW_PASSWORD };
    expect(preconditions(await grove.post('/auth/v1/password', body))).toEqual(['NO_PASSWORD']);
  });
});
