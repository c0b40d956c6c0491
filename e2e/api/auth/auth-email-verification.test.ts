// @module-tag http
/** Links by e-mail that verify the address of an account. */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { rotate } from '#lib/service/keys/change-keys.ts';
import type { TestBrowser } from '../../support/test-browser.ts';
import { grove, mail, withMail as it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, failure, ok, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { as, linksTo, signIn, someone } from '../support/own-accounts.ts';
import type { Someone } from '../support/own-accounts.ts';
import { newGroup, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const DAY_MS = 86_400_000;

beforeEach(() => rowsIn('Attempt').delete());

afterEach(() => {
  vi.useRealTimers();
});

const send = ({ browser }: Someone): Promise<Answer> =>
  grove.post('/auth/v1/emailVerification:send', {}, as(browser));

const use = ({ browser }: Someone, code: string): Promise<Answer> =>
  grove.post('/auth/v1/emailVerification:use', { code }, as(browser));

/** The code of the link that the person requests. */
async function codeFor(person: Someone): Promise<string> {
  ok(await send(person));
  const link = (await linksTo(mail, person.email)).at(-1) ?? '';
  expect(link.startsWith(`${grove.url}/settings/profile#grove-email-`)).toBe(true);
  return new URL(link).hash.slice(1);
}

const identityOf = async ({ uid }: Someone) => ok(await grove.get(`${IAM}/identities/${uid}`));

it('verifies the address of the account that asked, and records it', async () => {
  const person = await someone(grove);
  expect(await identityOf(person)).toMatchObject({ email: person.email, emailUnverified: true });
  const code = await codeFor(person);
  expect(await identityOf(person)).toMatchObject({ emailUnverified: true });
  ok(await use(person, code));
  expect(await identityOf(person)).not.toHaveProperty('emailUnverified');
  ok(await use(person, code));
  const query = `resource=${person.uid}&type=grove.iam.identity.updated.v1`;
  const { auditEvents } = ok(await grove.get(`${IAM}/auditEvents?${query}`));
  expect(auditEvents).toMatchObject([{ actor: person.uid, before: { emailUnverified: true } }]);
});

it('counts for invites that name the address, and for rules that match it', async () => {
  const person = await someone(grove);
  const group = await newGroup(grove, grove.rootUid);
  const { uid: parent } = await identityWithEmail(person.email);
  const invite = { roleUid: roleUidOf('editor'), ttl: '3600s', email: person.email };
  const { code } = ok(await grove.post(`${IAM}/groupInvites/${group}`, invite));
  const accept = () => grove.post('/auth/v1/invites:accept', { code }, as(person.browser));
  failure(await accept(), 'PERMISSION_DENIED');
  ok(await use(person, await codeFor(person)));
  ok(await accept());
  const matched = async (browser: TestBrowser) => {
    const { identities } = ok(await grove.get('/auth/v1/me', as(browser)));
    return (identities as Json[]).map(({ uid }) => uid);
  };
  expect(await matched(person.browser)).not.toContain(parent);
  expect(await matched(await signIn(grove, person.email))).toContain(parent);
});

/** An identity that matches the verified address. */
async function identityWithEmail(email: string): Promise<Json> {
  const claimMatch = { issuer: grove.url, subjectPattern: '.*', claims: { email } };
  return ok(
    await grove.post(`${IAM}/identities/${grove.rootUid}`, { name: `all of ${email}`, claimMatch }),
  );
}

it('works only for the account that asked, so that nobody else verifies its address', async () => {
  const [asked, other] = [await someone(grove), await someone(grove)];
  const code = await codeFor(asked);
  expect(badFields(await use(other, code))).toEqual(['code']);
  failure(
    await grove.post('/auth/v1/emailVerification:use', { code }, { token: null }),
    'UNAUTHENTICATED',
  );
  const token = await grove.token(asked.uid);
  const byToken = await grove.post('/auth/v1/emailVerification:use', { code }, { token });
  expect(preconditions(byToken)).toEqual(['NO_PASSWORD']);
  expect(await identityOf(asked)).toMatchObject({ emailUnverified: true });
  expect(await identityOf(other)).toMatchObject({ emailUnverified: true });
});

it('refuses texts that are not codes, and codes made with another key', async () => {
  const person = await someone(grove);
  const code = await codeFor(person);
  const later = code.replace(/-\d{13}/, (expires) => `-${Number(expires.slice(1)) + 1}`);
  for (const wrong of ['', 'x', later, `${code.slice(0, -2)}xx`, `${code}x`]) {
    expect(badFields(await use(person, wrong))).toEqual(['code']);
  }
  await rotate(['session']);
  const again = { ...person, browser: await signIn(grove, person.email) };
  expect(badFields(await use(again, code))).toEqual(['code']);
});

it('expires after a day', async () => {
  const person = await someone(grove);
  const code = await codeFor(person);
  vi.useFakeTimers({ now: Date.now() + DAY_MS + 1_000, toFake: ['Date'] });
  const again = { ...person, browser: await signIn(grove, person.email) };
  expect(preconditions(await use(again, code))).toEqual(['VERIFICATION_EXPIRED']);
});

it('sends three links an hour for an account, and none to the blocked', async () => {
  const person = await someone(grove);
  for (let time = 0; time < 3; time += 1) await codeFor(person);
  failure(await send(person), 'RESOURCE_EXHAUSTED');
  const blocked = await someone(grove);
  const before = await linksTo(mail, blocked.email);
  ok(await grove.post(`${IAM}/identities:block`, { uid: blocked.uid }));
  failure(await send(blocked), 'UNAUTHENTICATED');
  expect(await linksTo(mail, blocked.email)).toEqual(before);
});

it('needs an account and a mail server', async () => {
  const options = { token: grove.ownerToken };
  const byToken = await grove.post('/auth/v1/emailVerification:send', {}, options);
  expect(preconditions(byToken)).toEqual(['NO_PASSWORD']);
  const person = await someone(grove);
  const { config } = await import('#lib/config.ts');
  const { mail } = config();
  Object.assign(config(), { mail: undefined });
  try {
    expect(preconditions(await send(person))).toEqual(['NO_MAIL']);
  } finally {
    Object.assign(config(), { mail });
  }
});
