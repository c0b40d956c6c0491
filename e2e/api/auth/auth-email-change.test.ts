// @module-tag http
/** A change of the address of an account, to which both addresses agree. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { changeEmail } from '#lib/service/people/email-change.ts';
import { newResetLink } from '#lib/service/people/password-resets.ts';
import { transaction } from '#lib/store/store.ts';
import { mailSent } from '#lib/mail/outbox.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, mail, withMail as it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, failure, ok, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { as, linksTo, PASSWORD, signIn, someone } from '../support/own-accounts.ts';
import type { Someone } from '../support/own-accounts.ts';
import { newGroup, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const DAY_MS = 86_400_000;
const LONG_MS = 50_000;
/** Waits until a request waits for the write lock. */
const WAITING_MS = 250;

let count = 0;

beforeEach(() => rowsIn('Attempt').delete());

afterEach(() => {
  vi.useRealTimers();
});

const newAddress = () => `new-${(count += 1)}@example.com`;

const ask = (verb: string, { browser }: Pick<Someone, 'browser'>, body: Json): Promise<Answer> =>
  grove.post(`/auth/v1/emailChange:${verb}`, body, as(browser));

/** The code of the last link that came to the address. */
async function codeAt(email: string, prefix = 'grove-email-change-'): Promise<string> {
  const link = (await linksTo(mail, email)).at(-1) ?? '';
  expect(link.startsWith(`${grove.url}/settings/profile#${prefix}`)).toBe(true);
  return new URL(link).hash.slice(1);
}

const verify = ({ uid }: Pick<Someone, 'uid'>) =>
  rowsIn('Identity').update({ where: { uid }, data: { emailUnverified: null } });

/** A person with a verified address. */
async function somebody(): Promise<Someone> {
  const person = await someone(grove);
  await verify(person);
  return person;
}

/** The code that comes to the current address. */
async function begun(person: Someone, newEmail: string): Promise<string> {
  ok(await ask('begin', person, { email: newEmail }));
  return codeAt(person.email);
}

/** The code that comes to the new address. */
async function halfDone(person: Someone, newEmail: string): Promise<string> {
  const agreed = await ask('agree', person, { code: await begun(person, newEmail) });
  expect(ok(agreed)).toEqual({ changed: false });
  return codeAt(newEmail);
}

const identityOf = async ({ uid }: Someone) => ok(await grove.get(`${IAM}/identities/${uid}`));

const canSignIn = async (email: string) =>
  (await new TestBrowser(grove.url, '203.0.113.9').signIn(email, PASSWORD)) === null;

it('changes once both addresses have agreed, and not before', async () => {
  const person = await somebody();
  const newEmail = newAddress();
  const other = await signIn(grove, person.email);
  const reset = new URL((await newResetLink(person.email)).link).hash.slice(1);
  const first = await begun(person, ` ${newEmail.toUpperCase()} `);
  expect(ok(await ask('preview', person, { code: first }))).toEqual({
    email: person.email,
    newEmail,
    reader: 'CURRENT',
  });
  expect(await linksTo(mail, newEmail)).toEqual([]);
  expect(ok(await ask('agree', person, { code: first }))).toEqual({ changed: false });
  expect(await identityOf(person)).toMatchObject({ email: person.email });
  const second = await codeAt(newEmail);
  expect(ok(await ask('preview', person, { code: second }))).toMatchObject({ reader: 'NEW' });
  expect(await identityOf(person)).toMatchObject({ email: person.email });

  expect(ok(await ask('agree', person, { code: second }))).toEqual({ changed: true });
  const identity = await identityOf(person);
  expect(identity).toMatchObject({ email: newEmail });
  expect(identity).not.toHaveProperty('emailUnverified');
  const me = ok(await grove.get('/auth/v1/me', as(person.browser)));
  expect(me['principal']).toMatchObject({ email: newEmail, subject: person.uid });
  failure(await grove.get('/auth/v1/me', as(other)), 'UNAUTHENTICATED');
  expect([await canSignIn(person.email), await canSignIn(newEmail)]).toEqual([false, true]);
  const used = await grove.post('/auth/v1/passwordResets:preview', { code: reset });
  expect(badFields(used)).toEqual(['code']);
  // Each code works once.
  for (const code of [first, second]) {
    expect(badFields(await ask('agree', person, { code }))).toEqual(['code']);
  }
  await linksTo(mail, person.email);
  const told = mail.received.filter(({ to }) => to[0] === person.email).at(-1)?.mail;
  expect(told?.subject).toContain('Your e-mail address was changed');
  expect(told?.text).not.toContain('forgot-password');
});

it('records who asked, agreed and changed', async () => {
  const person = await somebody();
  const code = await halfDone(person, newAddress());
  ok(await ask('agree', person, { code }));
  const query = `resource=${person.uid}&page_size=100`;
  const { auditEvents } = ok(await grove.get(`${IAM}/auditEvents?${query}`));
  const told = (type: string) =>
    (auditEvents as Json[]).filter((event) => event['type'] === `grove.iam.${type}.v1`);
  for (const type of ['email_change.created', 'email_change.accepted', 'email.updated']) {
    const from = { actor: person.uid, network: expect.any(String), credential: expect.any(String) };
    expect(told(type), type).toMatchObject([from]);
  }
  expect(told('identity.updated')).toMatchObject([{ before: { email: person.email } }]);
});

it('gives the rights of the new address, and takes those of the former one', async () => {
  const person = await somebody();
  const newEmail = newAddress();
  const matching = async (email: string) => {
    const claimMatch = { issuer: grove.url, subjectPattern: '.*', claims: { email } };
    const body = { name: `all of ${email}`, claimMatch };
    return String(ok(await grove.post(`${IAM}/identities/${grove.rootUid}`, body))['uid']);
  };
  const [former, later] = [await matching(person.email), await matching(newEmail)];
  const group = await newGroup(grove, grove.rootUid);
  const invite = { roleUid: roleUidOf('editor'), ttl: '3600s', email: person.email };
  const { code: invited } = ok(await grove.post(`${IAM}/groupInvites/${group}`, invite));
  person.browser = await signIn(grove, person.email);
  const matched = async () => {
    const { identities } = ok(await grove.get('/auth/v1/me', as(person.browser)));
    return (identities as Json[]).map(({ uid }) => uid);
  };
  expect(await matched()).toContain(former);
  ok(await ask('agree', person, { code: await halfDone(person, newEmail) }));
  expect(await matched()).not.toContain(former);
  expect(await matched()).toContain(later);
  const accept = { code: invited };
  failure(
    await grove.post('/auth/v1/invites:accept', accept, as(person.browser)),
    'PERMISSION_DENIED',
  );
});

it('keeps the second factors and the password of the account', async () => {
  const person = await somebody();
  const newEmail = newAddress();
  await rowsIn('RecoveryCode').create({
    email: person.email,
    batch: 'b',
    codeHash: `hash of a code of ${person.email}`,
    confirmed: true,
    createTime: new Date(),
  });
  ok(await ask('agree', person, { code: await halfDone(person, newEmail) }));
  expect(await rowsIn('RecoveryCode').count({ where: { email: newEmail } })).toBe(1);
  expect(await rowsIn('RecoveryCode').count({ where: { email: person.email } })).toBe(0);
});

it('works for nobody else, nor after the password or the address has changed', async () => {
  const [person, other] = [await somebody(), await somebody()];
  const newEmail = newAddress();
  const first = await begun(person, newEmail);
  for (const verb of ['preview', 'agree']) {
    expect(badFields(await ask(verb, other, { code: first }))).toEqual(['code']);
    failure(
      await grove.post(`/auth/v1/emailChange:${verb}`, { code: first }, { token: null }),
      'UNAUTHENTICATED',
    );
  }
  const second = await halfDone(person, newEmail);
  const passwords = { currentPassword: PASSWORD, newPassword: `${PASSWORD} again` };
  ok(await grove.post('/auth/v1/password', passwords, as(person.browser)));
  for (const code of [first, second, '', 'x', `${second}x`, second.replace(/\..*/, '')]) {
    expect(badFields(await ask('agree', person, { code }))).toEqual(['code']);
  }
  expect(await identityOf(person)).toMatchObject({ email: person.email });
});

it('expires after a day', async () => {
  const person = await somebody();
  const code = await begun(person, newAddress());
  vi.useFakeTimers({ now: Date.now() + DAY_MS + 1_000, toFake: ['Date'] });
  const again = { ...person, browser: await signIn(grove, person.email) };
  expect(preconditions(await ask('agree', again, { code }))).toEqual(['CHANGE_EXPIRED']);
});

it('says only to the reader of an address that somebody else has verified it', async () => {
  const [person, other] = [await somebody(), await somebody()];
  const code = await halfDone(person, other.email);
  failure(await ask('agree', person, { code }), 'ALREADY_EXISTS');
  expect(await identityOf(person)).toMatchObject({ email: person.email });
});

it('takes an address that somebody else has not verified', async () => {
  const [person, other] = [await somebody(), await someone(grove)];
  ok(await ask('agree', person, { code: await halfDone(person, other.email) }));
  expect(await identityOf(person)).toMatchObject({ email: other.email });
  expect(await identityOf(person)).not.toHaveProperty('emailUnverified');
  ok(await grove.get('/auth/v1/me', as(other.browser)));
});

it('gives an address to one of two who ask for it at once', async () => {
  const [one, two] = [await somebody(), await somebody()];
  const newEmail = newAddress();
  const codes = [await halfDone(one, newEmail), await halfDone(two, newEmail)];
  const answers = await Promise.all(
    [one, two].map((person, index) => ask('agree', person, { code: codes[index] ?? '' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await rowsIn('Account').count({ where: { email: newEmail } })).toBe(1);
});

it('sends nothing to a current address that the account has not verified', async () => {
  const person = await someone(grove);
  const newEmail = newAddress();
  await mailSent(LONG_MS);
  const toCurrent = () => mail.received.filter(({ to }) => to[0] === person.email).length;
  const before = toCurrent();
  ok(await ask('begin', person, { email: newEmail }));
  expect(ok(await ask('agree', person, { code: await codeAt(newEmail) }))).toEqual({
    changed: true,
  });
  await mailSent(LONG_MS);
  expect(toCurrent()).toBe(before);
  expect(await identityOf(person)).toMatchObject({ email: newEmail });
});

it('is not undone by a verification of the former address at the same time', async () => {
  const person = await someone(grove);
  const options = as(person.browser);
  ok(await grove.post('/auth/v1/emailVerification:send', {}, options));
  const verification = await codeAt(person.email, 'grove-email-');
  await verify(person);
  const newEmail = newAddress();
  const code = await halfDone(person, newEmail);
  const useLink = () =>
    grove.post('/auth/v1/emailVerification:use', { code: verification }, options);
  // Both requests read the account during another write. Then they write one after the other.
  const { changing, verifying } = await transaction(async () => {
    const changing = ask('agree', person, { code });
    await pause(WAITING_MS);
    const verifying = useLink();
    await pause(WAITING_MS);
    return { changing, verifying };
  });
  const changed = await changing;
  await verifying;
  expect(ok(changed)).toEqual({ changed: true });
  expect(await identityOf(person)).toMatchObject({ email: newEmail });
  expect(badFields(await useLink())).toEqual(['code']);
});

it('asks for a recent sign-in, another address, and not too often', async () => {
  const person = await somebody();
  for (const email of ['nobody', '', person.email, ` ${person.email.toUpperCase()}`]) {
    expect(badFields(await ask('begin', person, { email }))).toEqual(['email']);
  }
  const old = { authenticatedTime: new Date(Date.now() - DAY_MS) };
  await rowsIn('Session').update({ where: { subject: person.uid }, data: old });
  const refused = await ask('begin', person, { email: newAddress() });
  expect(preconditions(refused)).toEqual(['REAUTHENTICATION_REQUIRED']);
  const again = { ...person, browser: await signIn(grove, person.email) };
  for (let time = 0; time < 3; time += 1) await begun(again, newAddress());
  failure(await ask('begin', again, { email: newAddress() }), 'RESOURCE_EXHAUSTED');
});

it('needs an account and a mail server', async () => {
  const email = newAddress();
  const byToken = await grove.post('/auth/v1/emailChange:begin', { email });
  expect(preconditions(byToken)).toEqual(['NO_PASSWORD']);
  const person = await somebody();
  const { config } = await import('#lib/config.ts');
  const { mail } = config();
  Object.assign(config(), { mail: undefined });
  try {
    expect(preconditions(await ask('begin', person, { email }))).toEqual(['NO_MAIL']);
  } finally {
    Object.assign(config(), { mail });
  }
});

it('by the operator does not verify the address', async () => {
  const [person, other] = [await somebody(), await somebody()];
  const newEmail = newAddress();
  await expect(changeEmail(person.email, other.email)).rejects.toThrow('another account');
  await expect(changeEmail(newAddress(), newEmail)).rejects.toThrow('does not exist');
  await expect(changeEmail(person.email, 'x')).rejects.toThrow('e-mail address');
  expect(await changeEmail(person.email, newEmail)).toEqual({
    email: newEmail,
    identity: person.uid,
  });
  expect(await identityOf(person)).toMatchObject({ email: newEmail, emailUnverified: true });
  failure(await grove.get('/auth/v1/me', as(person.browser)), 'UNAUTHENTICATED');
  expect([await canSignIn(person.email), await canSignIn(newEmail)]).toEqual([false, true]);
});
