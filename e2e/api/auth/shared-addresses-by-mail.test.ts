/** An address that several accounts have until one of them verifies it. */
import { beforeEach, describe, expect } from 'vitest';
import { saltOf } from '#lib/auth/passwords/passwords.ts';
import { mailSent } from '#lib/mail/outbox.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, mail, withMail as it } from '../fixtures.ts';
import type { Answer } from '../harness.ts';
import { failure, ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newOrganization, PASSWORD } from '../support/organizations.ts';
import type { Organization } from '../support/organizations.ts';
import { as, linksTo } from '../support/own-accounts.ts';
import { join } from '../support/people.ts';

const OTHER = 'another battery staple';
const LONG_MS = 50_000;

let evil: Organization;
let acme: Organization;
let email: string;
let count = 0;

it.beforeAll(async () => {
  evil = await newOrganization(grove);
  acme = await newOrganization(grove);
});

beforeEach(async () => {
  await rowsIn('Attempt').delete();
  email = `shared${(count += 1)}@example.com`;
});

const joins = (organization: Organization, password: string) =>
  join(grove, 'viewer', organization.root, { email, password }, organization);

async function browserOf(password: string): Promise<TestBrowser> {
  const browser = new TestBrowser(grove.url);
  expect(await browser.signIn(email, password)).toBeNull();
  return browser;
}

const codeOf = (link: string | undefined) => new URL(link ?? '').hash.slice(1);

const use = (browser: TestBrowser, code: string): Promise<Answer> =>
  grove.post('/auth/v1/emailVerification:use', { code }, as(browser));

/** Subjects of the messages to the address, without notices about browsers. */
async function messages(): Promise<string[]> {
  await mailSent(LONG_MS);
  return mail.received
    .filter(({ to }) => to[0] === email)
    .map(({ mail }) => mail.subject ?? '')
    .filter((subject) => !subject.startsWith('A sign-in from a new browser'));
}

it('sends the rest to the address: to a new one a link, to a taken one that it is taken', async () => {
  const [verifying, taken] = [
    'Verify your e-mail address for Grove',
    'Your e-mail address was given for another account (Grove)',
  ];
  await joins(acme, OTHER);
  expect(await messages()).toEqual([verifying]);
  const own = await browserOf(OTHER);
  ok(await use(own, codeOf((await linksTo(mail, email)).at(-1))));
  await joins(evil, PASSWORD);
  expect(await messages()).toEqual([verifying, taken]);
  const theirs = await browserOf(PASSWORD);
  ok(await grove.post('/auth/v1/emailVerification:send', {}, as(theirs)));
  expect(await messages()).toEqual([verifying, taken, taken]);
});

it('is of whoever verifies it first, also if others had it before', async () => {
  const squatter = await joins(evil, PASSWORD);
  const own = await joins(acme, OTHER);
  const [ofSquatter, ofOwn] = await linksTo(mail, email);
  ok(await use(await browserOf(OTHER), codeOf(ofOwn)));
  failure(await use(await browserOf(PASSWORD), codeOf(ofSquatter)), 'ALREADY_EXISTS');
  const rows = rowsIn('Identity');
  expect(await rows.findFirst({ where: { uid: squatter } })).toMatchObject({
    emailUnverified: true,
  });
  expect(await rows.findFirst({ where: { uid: own } })).toMatchObject({ emailUnverified: null });
});

it('gets a link for a new password for the account that has verified it, else one for each in one message', async () => {
  const squatter = await joins(evil, PASSWORD);
  const own = await joins(acme, OTHER);
  const [, ofOwn] = await linksTo(mail, email);
  const request = () => grove.post('/auth/v1/passwordResets:request', { email }, { token: null });
  const accounts = async () => {
    const [sent, before] = [await messages(), (await linksTo(mail, email)).length];
    ok(await request());
    expect((await messages()).slice(sent.length)).toEqual(['Choose a new password for Grove']);
    const links = (await linksTo(mail, email)).slice(before);
    const keys = links.map((link) => codeOf(link).split('.')[0]?.slice('grove-reset-'.length));
    const resets = await rowsIn('PasswordReset').findMany();
    const found = resets.filter(({ keyId }) => keys.includes(keyId));
    return found.map((reset) => (reset.email === email ? squatter : reset.email)).sort();
  };
  expect(await accounts()).toEqual([squatter, own].sort());
  ok(await use(await browserOf(OTHER), codeOf(ofOwn)));
  expect(await accounts()).toEqual([own]);
});

it('gets no message about an account of somebody else', async () => {
  await joins(acme, OTHER);
  const own = await browserOf(OTHER);
  ok(await use(own, codeOf((await linksTo(mail, email)).at(-1))));
  await joins(evil, PASSWORD);
  await mailSent(LONG_MS);
  const before = mail.received.length;
  const change = { currentPassword: PASSWORD, newPassword: 'quite another staple' };
  ok(await grove.post('/auth/v1/password', change, as(await browserOf(PASSWORD))));
  await mailSent(LONG_MS);
  expect(mail.received.slice(before)).toEqual([]);
});

describe('links of an account', () => {
  const send = (browser: TestBrowser) =>
    grove.post('/auth/v1/emailVerification:send', {}, as(browser));
  const request = (browser: TestBrowser) =>
    grove.post('/auth/v1/passwordResets:request', { email }, as(browser));

  it('are not used up by another one with its address', async () => {
    await joins(evil, PASSWORD);
    await joins(acme, OTHER);
    const [theirs, own] = [await browserOf(PASSWORD), await browserOf(OTHER)];
    for (const ask of [send, request]) {
      for (let time = 0; time < 3; time += 1) ok(await ask(theirs));
      failure(await ask(theirs), 'RESOURCE_EXHAUSTED');
      for (let time = 0; time < 3; time += 1) ok(await ask(own));
    }
  });

  it('are not used up by strangers, for a browser that has signed in', async () => {
    await joins(acme, OTHER);
    const own = await browserOf(OTHER);
    const stranger = new TestBrowser(grove.url);
    for (let time = 0; time < 3; time += 1) ok(await request(stranger));
    failure(await request(stranger), 'RESOURCE_EXHAUSTED');
    ok(await request(own));
  });

  it('end for one more account where several have filled a mailbox', async () => {
    const browsers: TestBrowser[] = [];
    for (const nth of ['one', 'two', 'three', 'four', 'five', 'six']) {
      await joins(acme, `${OTHER} ${nth}`);
      await rowsIn('Attempt').delete();
      browsers.push(await browserOf(`${OTHER} ${nth}`));
    }
    const [last, ...others] = browsers;
    if (last === undefined) throw new Error('no browser');
    for (const ask of [send, request]) {
      for (const one of others) for (let time = 0; time < 3; time += 1) ok(await ask(one));
      ok(await ask(last));
      failure(await ask(last), 'RESOURCE_EXHAUSTED');
    }
  });
});

it('gets notices of ten changes an hour about an account that has not verified it', async () => {
  await joins(acme, OTHER);
  const own = await browserOf(OTHER);
  const notices = async () => {
    const before = mail.received.length;
    const change = { currentPassword: OTHER, newPassword: OTHER };
    for (let time = 0; time < 11; time += 1) {
      ok(await grove.post('/auth/v1/password', change, as(own)));
    }
    await mailSent(LONG_MS);
    const sent = mail.received.slice(before).map(({ mail }) => mail.text ?? '');
    // One message counts those beyond the bound of a mailbox.
    const counted = sent.map((text) => /: (\d+) more, the last at/.exec(text)?.[1] ?? '1');
    return counted.reduce((sum, count) => sum + Number(count), 0);
  };
  await messages();
  await rowsIn('Attempt').delete();
  expect(await notices()).toBe(10);
  ok(await use(own, codeOf((await linksTo(mail, email))[0])));
  expect(await notices()).toBe(11);
});

it('has one salt for all who join with it at once', async () => {
  await Promise.all(['one', 'two', 'three'].map((nth) => joins(acme, `${OTHER} ${nth}`)));
  const accounts = await rowsIn('Account').findMany();
  const hashes = accounts
    .filter((row) => row.email === email || row.sharedEmail === email)
    .map(({ passwordHash }) => passwordHash);
  expect(hashes).toHaveLength(3);
  expect(new Set(hashes.map((hash) => saltOf(hash).toString('hex'))).size).toBe(1);
});
