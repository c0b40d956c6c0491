// @module-tag http
import { generateSync } from 'otplib/functional';
import { beforeEach, expect, vi } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { notify } from '#lib/auth/notify.ts';
import { counts } from '#lib/counts.ts';
import { mailSent } from '#lib/mail/outbox.ts';
import { newResetLink } from '#lib/service/people/password-resets.ts';
import { removeAllFactors } from '#lib/service/people/second-factors.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, mail, withMail as it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { personWith } from '../support/people.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Milliseconds; more than any machine needs to send the waiting messages. */
const LONG_MS = 50_000;

let browser: TestBrowser;

it.beforeAll(async () => {
  browser = new TestBrowser(grove.url, '203.0.113.1');
  await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD);
  await mailSent(LONG_MS);
});

beforeEach(async () => {
  await rowsIn('Attempt').delete();
});

/** The subjects of the messages that the work caused. */
async function noticesOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = mail.received.length;
  await work();
  await mailSent(LONG_MS);
  const sent = mail.received.slice(before);
  for (const { to } of sent) expect(to).toEqual([OWNER_EMAIL]);
  return sent.map(({ mail }) => mail.subject ?? '');
}

const textOfLast = () => mail.received.at(-1)?.mail.text ?? '';

const post = (path: string, body: Json, agent = FIREFOX): Promise<Answer> =>
  grove.post(`/auth/v1/${path}`, body, {
    token: null,
    headers: {
      cookie: browser.cookie,
      'sec-fetch-site': 'same-origin',
      'user-agent': agent,
      'x-forwarded-for': '203.0.113.9',
    },
  });

type Options = Parameters<SoftwareAuthenticator['create']>[0];

const codeOf = (secret: unknown) =>
  generateSync({ secret: String(secret), epoch: Math.floor(Date.now() / 1000) });

async function addApp(name: string): Promise<{ uid: unknown; verified: Json }> {
  const { uid, secret } = ok(await post('authenticatorApps', { name }));
  const verified = ok(await post('authenticatorApps:verify', { uid, code: codeOf(secret) }));
  return { uid, verified };
}

const confirm = ({ batch }: Json) => post('recoveryCodes:confirm', { batch });

it('reports a sign-in by a new browser, and none by a known one', async () => {
  const other = new TestBrowser(grove.url, '198.51.100.4');
  expect(await noticesOf(() => other.signIn(OWNER_EMAIL, 'not the password'))).toEqual([]);
  expect(await noticesOf(() => other.signIn(OWNER_EMAIL, OWNER_PASSWORD))).toEqual([
    'A sign-in from a new browser (Grove)',
  ]);
  expect(textOfLast()).toContain('Network: 198.51.100.4\nBrowser: unknown\n');
  const again = async () => {
    await other.post('signout');
    return other.signIn(OWNER_EMAIL, OWNER_PASSWORD);
  };
  expect(await noticesOf(again)).toEqual([]);
});

it('says when, from which network and with which browser, and what to do', async () => {
  const body = { currentPassword: OWNER_PASSWORD, newPassword: OWNER_PASSWORD };
  const wrong = { ...body, currentPassword: 'not the password' };
  expect(
    await noticesOf(async () =>
      expect(badFields(await post('password', wrong))).toEqual(['currentPassword']),
    ),
  ).toEqual([]);
  expect(await noticesOf(async () => ok(await post('password', body)))).toEqual([
    'Your password was changed (Grove)',
  ]);
  const text = textOfLast();
  expect(text).toMatch(/^The password was changed\.\n/);
  expect(text).toContain(`Account: ${OWNER_EMAIL} at Grove (${grove.url})\nTime: 20`);
  expect(text).toContain('Network: 203.0.113.9\nBrowser: Firefox on Linux\n');
  expect(text).toContain(`\n${grove.url}/forgot-password\n`);
});

it('does not repeat the name that a browser sends', async () => {
  const body = { currentPassword: OWNER_PASSWORD, newPassword: OWNER_PASSWORD };
  ok(await post('password', body, 'Call https://attacker.example now'));
  await mailSent(LONG_MS);
  expect(textOfLast()).toContain('Browser: unknown');
  expect(textOfLast()).not.toContain('attacker');
});

it('reports added, replaced and removed factors', async () => {
  const apps: unknown[] = [];
  const first = async () => {
    const { uid, verified } = await addApp('phone');
    apps.push(uid);
    return verified;
  };
  let codes: Json = {};
  // An app that does not count yet causes no notice.
  expect(await noticesOf(async () => (codes = await first()))).toEqual([]);
  expect(await noticesOf(() => confirm(codes))).toEqual(['An authenticator app was added (Grove)']);
  expect(await noticesOf(() => addApp('tablet'))).toEqual([
    'An authenticator app was added (Grove)',
  ]);
  expect(await noticesOf(async () => confirm(ok(await post('recoveryCodes', {}))))).toEqual([
    'New recovery codes (Grove)',
  ]);
  expect(await noticesOf(() => post('authenticatorApps:remove', { uid: apps[0] }))).toEqual([
    'An authenticator app was removed (Grove)',
  ]);
  expect(await noticesOf(() => removeAllFactors(OWNER_EMAIL))).toEqual([
    'Your second factors were removed (Grove)',
  ]);
  expect(await noticesOf(() => removeAllFactors(OWNER_EMAIL))).toEqual([]);
});

it('reports added and removed passkeys', async () => {
  const add = async (name: string) => {
    const { options } = ok(await post('passkeys', { name }));
    const credential = new SoftwareAuthenticator(grove.url).create(options as Options);
    return ok(await post('passkeys:verify', { name, credential }));
  };
  let codes: Json = {};
  expect(await noticesOf(async () => (codes = await add('laptop')))).toEqual([]);
  expect(await noticesOf(() => confirm(codes))).toEqual(['A passkey was added (Grove)']);
  expect(await noticesOf(() => add('phone'))).toEqual(['A passkey was added (Grove)']);
  const passkey = await rowsIn('Passkey').findFirst({ where: { name: 'phone' } });
  const remove = async () => ok(await post('passkeys:remove', { uid: passkey?.uid }));
  expect(await noticesOf(remove)).toEqual(['A passkey was removed (Grove)']);
  expect(await noticesOf(() => removeAllFactors(OWNER_EMAIL))).toEqual([
    'Your second factors were removed (Grove)',
  ]);
});

it('reports the changes of an administrator, and has the link that only the owner gets', async () => {
  await addApp('phone').then(({ verified }) => confirm(verified));
  await mailSent(LONG_MS);
  const another = await personWith(grove, 'owner', grove.rootUid);
  const request = { identityUid: grove.ownerUid };
  const recover = (verb: string) => grove.post(`/iam/v2beta1/identities:${verb}`, request, another);
  expect(await noticesOf(async () => ok(await recover('removeFactors')))).toEqual([
    'Your second factors were removed (Grove)',
  ]);
  expect(textOfLast()).toContain('An administrator of your organization removed');
  expect(await noticesOf(async () => ok(await recover('removeFactors')))).toEqual([]);
  let answer: Json = {};
  const reset = async () => (answer = ok(await recover('resetPassword')));
  expect(await noticesOf(reset)).toEqual(['Choose a new password for Grove']);
  expect(Object.keys(answer)).toEqual(['expireTime']);
  const text = textOfLast();
  expect(text).toContain('An administrator of your organization reset the password');
  const code = /#(grove-reset-\S+)/.exec(text)?.[1] ?? '';
  ok(await post('passwordResets:use', { code, newPassword: OWNER_PASSWORD }));
  await mailSent(LONG_MS);
  expect(await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBeNull();
});

it('reports a reset password, but not to a blocked person', async () => {
  const code = new URL((await newResetLink(OWNER_EMAIL)).link).hash.slice(1);
  const use = () => post('passwordResets:use', { code, newPassword: 'another battery staple' });
  expect(await noticesOf(use)).toEqual(['Your password was reset (Grove)']);
  const claimMatch = { issuer: grove.url, subject: 'somebody' };
  const path = `/iam/v2beta1/identities/${grove.rootUid}`;
  const { uid } = ok(await grove.post(path, { name: 'somebody', claimMatch }));
  const owner = await rowsIn('Account').findOnly({ where: { email: OWNER_EMAIL } });
  const account = { ...owner, identityUid: String(uid) };
  const tell = async () => notify(account, 'passkeyAdded', {});
  expect(await noticesOf(tell)).toEqual(['A passkey was added (Grove)']);
  ok(await grove.post('/iam/v2beta1/identities:block', { uid }));
  expect(await noticesOf(tell)).toEqual([]);
  // Restores the state that the other tests expect.
  const again = new URL((await newResetLink(OWNER_EMAIL)).link).hash.slice(1);
  ok(await post('passwordResets:use', { code: again, newPassword: OWNER_PASSWORD }));
  expect(await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBeNull();
  await mailSent(LONG_MS);
});

it('joins what is too much for a mailbox, and records what it does not send', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const account = await rowsIn('Account').findOnly({ where: { email: OWNER_EMAIL } });
  const { mailsDropped, mailsJoined } = counts;
  // Nobody has verified the address, which gets ten an hour.
  const sent = await noticesOf(async () => {
    for (let time = 0; time < 40; time += 1) notify(account, 'recoveryCodesReplaced', {});
  });
  expect(sent.at(-1)).toMatch(/^\d more notices \(Grove\)$/);
  const joined = counts.mailsJoined - mailsJoined;
  expect(joined).toBeGreaterThanOrEqual(5);
  expect(sent.length - 1 + joined).toBe(10);
  expect(textOfLast()).toContain(`\nNew recovery codes: ${joined} more, the last at 2`);
  expect(textOfLast()).toContain(`${grove.url}/groups/${grove.rootUid}/activity`);
  expect(counts.mailsDropped - mailsDropped).toBe(30);
  await writeJoined();
  const query = `uidp.children_of=${grove.rootUid}&type=grove.iam.message.lost.v1`;
  const { auditEvents } = ok(await grove.get(`/iam/v2beta1/auditEvents?${query}`));
  expect(auditEvents).toMatchObject([
    { actor: 'e-mail', count: 30, after: { name: 'notice: recoveryCodesReplaced' }, result: 'OK' },
  ]);
});
