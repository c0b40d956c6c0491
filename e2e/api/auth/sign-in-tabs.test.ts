/** Several tabs of one browser sign in through providers, in every order. */
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { CLIENT_SECRET, startOidcIssuer, type OidcIssuer } from '../../support/oidc-issuer.ts';
import { TestBrowser, type AuthAnswer } from '../../support/test-browser.ts';
import { visitIssuer } from '../../support/visit-issuer.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';

let issuer: OidcIssuer;
let browser: TestBrowser;
const providers: string[] = [];

const idOf = (uid: string) => uid.replaceAll('/', '.');

it.beforeAll(async () => {
  const group = await newGroup(grove, grove.rootUid);
  const redirectUris: string[] = [];
  const claimsOf = (login: string) => ({ email: `${login}@example.com`, email_verified: true });
  issuer = await startOidcIssuer({ redirectUris, claimsOf });
  for (const name of ['first', 'second']) {
    const oidc = { issuer: issuer.issuer, clientId: 'grove', clientSecret: CLIENT_SECRET };
    const made = await grove.post(`/iam/v2beta1/identityProviders/${group}`, { name, oidc });
    const uid = String(ok(made)['uid']);
    providers.push(uid);
    redirectUris.push(`${grove.url}/api/auth/callback/${idOf(uid)}`);
  }
  await issuer.rotate();
});

afterAll(async () => {
  await issuer.stop();
});

beforeEach(() => {
  browser = new TestBrowser(grove.url);
});

/** A tab that has come as far as the redirect back to Grove. */
async function tab(login: string, path = '/', provider = 0) {
  const uid = providers[provider] ?? '';
  const callbackUrl = `${grove.url}${path}`;
  const at = { browser, grove: grove.url, issuer: issuer.issuer, uid, login, callbackUrl };
  const { back } = await visitIssuer(at);
  return back;
}

const comeBack = (back: URL): Promise<AuthAnswer> =>
  browser.ask(back.pathname.slice('/api/auth/'.length) + back.search);

const outcomeOf = ({ url }: AuthAnswer) => url?.searchParams.get('error') ?? url?.pathname;

const openCookies = () => [...browser.cookies.keys()].filter((name) => /\.open\.|url\./.test(name));

async function subject(): Promise<unknown> {
  const answer = ok(
    await grove.get('/auth/v1/me', { token: null, headers: { cookie: browser.cookie } }),
  );
  return (answer['principal'] as { subject: string }).subject;
}

/** Every order in which two tabs can begin (`a`, `b`) and come back (`A`, `B`). */
const ORDERS = ['abAB', 'abBA', 'aAbB', 'bBaA', 'baAB', 'baBA'];

/** What the same browser does meanwhile. */
const MEANWHILE: Record<string, () => Promise<unknown>> = {
  nothing: () => Promise.resolve(),
  'a sign-in with a password': () => browser.signIn(OWNER_EMAIL, OWNER_PASSWORD),
  'a failed sign-in': () => browser.signIn(OWNER_EMAIL, 'not the password'),
  'a wrong second step': () => browser.takeSecondStep({ code: '000000' }),
  'a sign-out': () => browser.post('signout'),
};

describe.each(Object.keys(MEANWHILE))('two tabs, with %s between their steps', (between) => {
  it.each(ORDERS)('arrive in the order %s', async (order) => {
    const backs = new Map<string, URL>();
    for (const step of order) {
      const name = step.toLowerCase();
      if (step === name) {
        backs.set(name, await tab('pat', `/groups?${name}`, name === 'b' ? 1 : 0));
      } else {
        const answer = await comeBack(backs.get(name) ?? new URL('missing:'));
        expect(answer.url?.href).toBe(`${grove.url}/groups?${name}`);
        expect(await subject()).toBe('pat');
      }
      await MEANWHILE[between]?.();
    }
    expect(openCookies()).toEqual([]);
  });
});

it('signs in as whoever came back last', async () => {
  const [pat, sam] = [await tab('pat'), await tab('sam')];
  expect(outcomeOf(await comeBack(sam))).toBe('/');
  expect(await subject()).toBe('sam');
  expect(outcomeOf(await comeBack(pat))).toBe('/');
  expect(await subject()).toBe('pat');
});

it('keeps five at most, and ends the oldest', async () => {
  const backs: URL[] = [];
  for (let nth = 0; nth < 7; nth += 1) backs.push(await tab('pat', `/groups?${nth}`));
  expect(openCookies()).toHaveLength(10);
  const outcomes: unknown[] = [];
  for (const back of backs) outcomes.push(outcomeOf(await comeBack(back)));
  const arrived = Array.from({ length: 5 }, () => '/groups');
  expect(outcomes).toEqual(['OAuthCallback', 'OAuthCallback', ...arrived]);
  expect(openCookies()).toEqual([]);
});

it('has cookies that fit into one header of a proxy', async () => {
  for (let nth = 0; nth < 5; nth += 1) await tab('pat', '/groups');
  await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD);
  expect(browser.cookie.length).toBeLessThan(4096);
});

it('counts an answer once, in the browser and at the provider where it began', async () => {
  const back = await tab('pat');
  const other = new URL(back);
  other.pathname = `/api/auth/callback/${idOf(providers[1] ?? '')}`;
  expect(outcomeOf(await comeBack(other))).toBe('OAuthCallback');
  const here = browser;
  browser = new TestBrowser(grove.url);
  expect(outcomeOf(await comeBack(back))).toBe('OAuthCallback');
  browser = here;
  expect(outcomeOf(await comeBack(back))).toBe('/');
  expect(outcomeOf(await comeBack(back))).toBe('OAuthCallback');
});

it('takes the state of one tab for no other', async () => {
  const [first, second] = [await tab('pat'), await tab('sam')];
  const mixed = new URL(first);
  mixed.searchParams.set('state', second.searchParams.get('state') ?? '');
  // PKCE and the nonce are those of the other tab, whose sign-in ends with this answer.
  expect(outcomeOf(await comeBack(mixed))).toBe('OAuthCallback');
  expect(outcomeOf(await comeBack(second))).toBe('OAuthCallback');
});

it('begins nothing without the CSRF token', async () => {
  await tab('pat');
  const before = openCookies().length;
  const form = { csrfToken: 'wrong', json: 'true', callbackUrl: grove.url };
  const { setCookies } = await browser.ask(`signin/${idOf(providers[0] ?? '')}`, form);
  expect(setCookies.filter((line) => line.includes('.open.'))).toEqual([]);
  expect(before).toBe(2);
});
