/** Addresses that nobody has verified, in an installation without e-mail. */
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { isApiError } from '#lib/aip/errors.ts';
import { newResetLink } from '#lib/service/people/password-resets.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { failure, ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newOrganization, PASSWORD } from '../support/organizations.ts';
import type { Organization } from '../support/organizations.ts';
import { as } from '../support/own-accounts.ts';
import { roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const OTHER = 'another battery staple';

let evil: Organization;
let acme: Organization;
let address: string;
let count = 0;

it.beforeAll(async () => {
  evil = await newOrganization(grove);
  acme = await newOrganization(grove);
});

beforeEach(async () => {
  await rowsIn('Attempt').delete();
  address = `shared${(count += 1)}@example.com`;
});

afterEach(() => vi.useRealTimers());

async function joining(organization: Organization, password: string): Promise<Answer> {
  const invite = { roleUid: roleUidOf('viewer'), ttl: '3600s' };
  const path = `${IAM}/groupInvites/${organization.root}`;
  const { code } = ok(await grove.post(path, invite, organization));
  const person = { code, email: address, password, name: `somebody ${(count += 1)}` };
  return grove.post('/auth/v1/invites:accept', person, { token: null });
}

const join = async (organization: Organization, password: string): Promise<string> =>
  String((ok(await joining(organization, password))['identity'] as Json)['uid']);

const verify = (uid: string) =>
  rowsIn('Identity').update({ where: { uid }, data: { emailUnverified: null } });

/** The identity of the account to which the password signs in; null if there is none, or the error. */
async function signedInTo(password: string, browser = new TestBrowser(grove.url)) {
  const error = await browser.signIn(address, password);
  if (error !== null) return error;
  return String((ok(await grove.get('/auth/v1/me', as(browser)))['principal'] as Json)['subject']);
}

describe('joining with an address that somebody has', () => {
  it('answers as with a new one', async () => {
    const plain = (answer: Answer) =>
      JSON.stringify(ok(answer))
        .replaceAll(/[0-9a-f]{40}(\/[0-9a-f]{16})*/g, 'uid')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
        .replaceAll(/(organization|somebody) \d+/g, '$1');
    const first = await joining(evil, PASSWORD);
    const second = await joining(acme, OTHER);
    expect(plain(second)).toBe(plain(first));
    await verify(String((second.body['identity'] as Json)['uid']));
    expect(plain(await joining(evil, 'a third battery staple'))).toBe(plain(first));
  });

  it('gives each its own account, which its password opens', async () => {
    const theirs = await join(evil, PASSWORD);
    const own = await join(acme, OTHER);
    expect(await signedInTo(OTHER)).toBe(own);
    expect(await signedInTo(PASSWORD)).toBe(theirs);
    expect(await signedInTo('neither of both')).toBe('CredentialsSignin');
    await verify(own);
    expect(await signedInTo(OTHER)).toBe(own);
    expect(await signedInTo(PASSWORD)).toBe(theirs);
  });

  it('is joining as its owner for whoever knows the password, in that organization alone', async () => {
    const first = await join(evil, PASSWORD);
    expect(await join(evil, PASSWORD)).toBe(first);
    expect(await join(acme, PASSWORD)).not.toBe(first);
    expect(await join(evil, OTHER)).not.toBe(first);
  });

  it('counts like a sign-in', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    try {
      for (let nth = 0; nth < 5; nth += 1) ok(await joining(evil, `${OTHER} ${nth}`));
      failure(await joining(evil, `${OTHER} 5`), 'RESOURCE_EXHAUSTED');
    } finally {
      vi.useRealTimers();
    }
  });

  it('needs one computation for a sign-in, however many there are', async () => {
    for (const organization of [evil, acme]) await join(organization, PASSWORD);
    await join(evil, OTHER);
    const rows = await rowsIn('Account').findMany();
    const shared = rows.filter((row) => [row.email, row.sharedEmail].includes(address));
    expect(new Set(shared.map(({ passwordHash }) => passwordHash.split('$')[3])).size).toBe(1);
    expect(shared).toHaveLength(3);
  });
});

describe('an account of somebody else with the address', () => {
  // The wait after the last free guess is a second, which a slow sign-in outlasts.
  beforeEach(() => vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] }));

  const guesses = async (browser: TestBrowser, times: number) => {
    const errors = [];
    for (let time = 0; time < times; time += 1) errors.push(await signedInTo('a guess', browser));
    return errors;
  };

  it('gives nobody more guesses', async () => {
    await join(acme, OTHER);
    await join(evil, PASSWORD);
    const network = '198.51.100.7';
    expect(new Set(await guesses(new TestBrowser(grove.url, network), 4))).toEqual(
      new Set(['CredentialsSignin']),
    );
    const known = new TestBrowser(grove.url, network);
    expect(await signedInTo(PASSWORD, known)).not.toBe('CredentialsSignin');
    expect(await guesses(known, 1)).toEqual(['TooManyAttempts:1']);
  });

  it('counts among the guesses when it signs in to its own', async () => {
    await join(acme, OTHER);
    await join(evil, PASSWORD);
    const network = '198.51.100.8';
    const outcomes: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      outcomes.push(await signedInTo(PASSWORD, new TestBrowser(grove.url, network)));
    }
    expect(outcomes.at(-1)).toBe('TooManyAttempts:1');
    expect(outcomes.slice(0, 5)).not.toContain('TooManyAttempts:1');
  });

  it('delays nobody in a browser that is known', async () => {
    const own = await join(acme, OTHER);
    const browser = new TestBrowser(grove.url);
    await signedInTo(OTHER, browser);
    await join(evil, PASSWORD);
    await guesses(new TestBrowser(grove.url), 6);
    expect(await signedInTo(OTHER)).toBe('TooManyAttempts:1');
    expect(await signedInTo(OTHER, browser)).toBe(own);
  });

  it('is recorded in its organization without the network of an attempt', async () => {
    const own = await join(acme, OTHER);
    const theirs = await join(evil, PASSWORD);
    await guesses(new TestBrowser(grove.url, '198.51.100.9'), 1);
    await writeJoined();
    for (const uid of [own, theirs]) {
      const rows = await rowsIn('AuditEvent').findMany({ where: { resource: uid } });
      const failed = rows.filter(({ result }) => result === 'UNAUTHENTICATED');
      expect(failed).toMatchObject([{ network: null, userAgent: null }]);
    }
  });

  it('has to be named by its identity', async () => {
    const own = await join(acme, OTHER);
    await join(evil, PASSWORD);
    const refused = await newResetLink(address).catch((error: unknown) => error);
    expect(isApiError(refused) && refused.message).toContain(own);
    const code = new URL((await newResetLink(own)).link).hash.slice(1);
    const newPassword = 'quite another staple';
    ok(await grove.post('/auth/v1/passwordResets:use', { code, newPassword }, { token: null }));
    expect(await signedInTo(newPassword)).toBe(own);
    expect(await signedInTo(OTHER)).toBe('CredentialsSignin');
    expect(await signedInTo(PASSWORD)).not.toBe('CredentialsSignin');
    await verify(own);
    expect(await newResetLink(address)).toMatchObject({ email: address });
  });
});
