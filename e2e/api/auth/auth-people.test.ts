// @module-tag http
import { afterAll, beforeEach, describe, expect, vi } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { rotate } from '#lib/service/keys/change-keys.ts';
import { query, rowsIn } from '../support/database.ts';
import { CLIENT_SECRET, startOidcIssuer } from '../../support/oidc-issuer.ts';
import type { OidcIssuer } from '../../support/oidc-issuer.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import type { AuthAnswer } from '../../support/test-browser.ts';
import { visitIssuer } from '../../support/visit-issuer.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { failure, ok, okEmpty } from '../support/answers.ts';
import { changeLimits } from '#lib/service/groups/limits.ts';
import { newGroup } from '../support/people.ts';
import { setSessionLimits } from '#lib/auth/sessions/session-limits.ts';

const viewer = builtInRole('viewer').uid;

let issuer: OidcIssuer;
let group: string;
let provider: string;
let publicProvider: string;
let browser: TestBrowser;
let emailVerified: unknown = true;
let count = 0;
/** The nonce of the last sign-in. */
let nonce = '';

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid);
  // The provider needs the redirect URI, which contains the provider's uid.
  const redirectUris: string[] = [];
  issuer = await startOidcIssuer({
    redirectUris,
    claimsOf: (login) => ({
      email: `${login}@Example.com`,
      email_verified: emailVerified,
      name: login.toUpperCase(),
    }),
  });
  provider = await newProvider({ defaultRole: viewer });
  redirectUris.push(callbackOf(provider));
  publicProvider = await newProvider({ clientId: 'grove-public' });
  redirectUris.push(callbackOf(publicProvider));
  await issuer.rotate();
});

afterAll(async () => {
  await issuer.stop();
});

beforeEach(() => {
  browser = new TestBrowser(grove.url);
  issuer.intercept = null;
  emailVerified = true;
});

const idOf = (uid: string) => uid.replaceAll('/', '.');
const callbackOf = (uid: string) => `${grove.url}/api/auth/callback/${idOf(uid)}`;

async function newProvider({
  defaultRole,
  clientId = 'grove',
}: Record<string, string | undefined>) {
  const clientSecret = clientId === 'grove' ? CLIENT_SECRET : undefined;
  const oidc = { issuer: issuer.issuer, clientId, clientSecret };
  const body = { name: `provider ${(count += 1)}`, defaultRole, oidc };
  const answer = ok(await grove.post(`/iam/v2beta1/identityProviders/${group}`, body));
  return String(answer['uid']);
}

/** Signs in at the provider; returns the redirect back to Grove. */
async function visitProvider(uid: string, login: string | null): Promise<URL> {
  const visit = await visitIssuer({ browser, grove: grove.url, issuer: issuer.issuer, uid, login });
  nonce = visit.nonce;
  return visit.back;
}

const comeBack = (url: URL): Promise<AuthAnswer> =>
  browser.ask(url.pathname.slice('/api/auth/'.length) + url.search);

const signIn = async (login: string, uid = provider) => comeBack(await visitProvider(uid, login));

const me = async () =>
  ok(await grove.get('/auth/v1/me', { token: null, headers: { cookie: browser.cookie } }));

/** The number of recorded failed sign-ins at providers. */
async function failuresRecorded(): Promise<number> {
  await writeJoined();
  const query = `uidp.children_of=${group}&result=UNAUTHENTICATED`;
  const { auditEvents } = ok(await grove.get(`/iam/v2beta1/auditEvents?${query}`));
  return (auditEvents as Json[]).reduce((sum, { count = 1 }) => sum + Number(count), 0);
}

const errorOf = ({ url }: AuthAnswer) => url?.searchParams.get('error');

describe('signing in through an identity provider', () => {
  it('begins with PKCE, state and nonce', async () => {
    const { url } = await browser.post(`signin/${idOf(provider)}`);
    expect(url?.origin).toBe(issuer.issuer);
    expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
      client_id: 'grove',
      redirect_uri: callbackOf(provider),
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^.{43}$/) as string,
      state: expect.stringMatching(/^.{43}$/) as string,
      nonce: expect.stringMatching(/^.{43}$/) as string,
    });
  });

  it('lets nobody new in past a limit of identities, but whoever has one already', async () => {
    expect(errorOf(await signIn('known'))).toBeNull();
    await changeLimits(group, new Map([['identities', 0]]));
    try {
      browser = new TestBrowser(grove.url);
      expect(errorOf(await signIn('one-too-many'))).toBe('NoRoom');
      expect(browser.cookie).not.toContain('session');
      expect(errorOf(await signIn('known'))).toBeNull();
    } finally {
      await changeLimits(group, new Map([['identities', null]]));
    }
  });

  it('gives a new person an identity with the default role', async () => {
    const answer = await signIn('ann');
    expect(errorOf(answer)).toBeNull();
    expect(answer.url?.href).toBe(`${grove.url}/`);
    const { principal, identities, roleBindings } = await me();
    expect(principal).toEqual({
      issuer: issuer.issuer,
      subject: 'ann',
      email: 'ann@example.com',
      name: 'ANN',
      via: 'session',
    });
    expect(identities).toEqual([
      expect.objectContaining({
        name: 'ann@example.com',
        claimMatch: { issuer: issuer.issuer, subject: 'ann' },
        email: 'ann@example.com',
      }),
    ]);
    expect((identities as Json[])[0]).not.toHaveProperty('emailUnverified');
    expect(roleBindings).toEqual([
      expect.objectContaining({
        group: expect.objectContaining({ uid: group }) as Json,
        role: expect.objectContaining({ uid: viewer }) as Json,
      }),
    ]);
    const types = await rowsIn('AuditEvent').findMany({ where: { subject: 'ann' } });
    expect(types.map(({ type }) => type).sort()).toEqual([
      'grove.iam.identity.created.v1',
      'grove.iam.role_binding.created.v1',
      'grove.iam.session.started.v1',
    ]);
  });

  it('does not restore a returning person’s removed access', async () => {
    await signIn('bob');
    const before = await me();
    const [binding] = before['roleBindings'] as Json[];
    okEmpty(await grove.del(`/iam/v2beta1/roleBindings/${String(binding?.['uid'])}`));
    emailVerified = false;
    await signIn('bob');
    const after = await me();
    expect(after['roleBindings']).toEqual([]);
    const [identity] = after['identities'] as Json[];
    expect(identity).toMatchObject({
      uid: (before['identities'] as Json[])[0]?.['uid'],
      emailUnverified: true,
    });
  });

  it('works for a public client, which has no default role here', async () => {
    const name = 'cleo@example.com';
    const claimMatch = { issuer: 'https://elsewhere.example.com', subject: 'cleo' };
    ok(await grove.post(`/iam/v2beta1/identities/${group}`, { name, claimMatch }));
    expect(errorOf(await signIn('cleo', publicProvider))).toBeNull();
    const { identities, roleBindings } = await me();
    expect((identities as Json[])[0]).toMatchObject({ name: 'cleo@example.com (2)' });
    expect(roleBindings).toEqual([]);
  });

  it('acts as all identities that the person matches', async () => {
    await signIn('dora');
    const claimMatch = { issuer: issuer.issuer, subjectPattern: 'do.*' };
    const more = ok(
      await grove.post(`/iam/v2beta1/identities/${grove.rootUid}`, { name: 'do', claimMatch }),
    );
    const uids = ((await me())['identities'] as Json[]).map(({ uid }) => uid);
    expect(uids).toHaveLength(2);
    expect(uids).toContain(more['uid']);
  });

  it('matches only claims that the provider asserted', async () => {
    const add = async (name: string, more: Json) => {
      const claimMatch = { issuer: issuer.issuer, subject: 'emil', ...more };
      const body = { name, claimMatch };
      const parent = await newGroup(grove, group);
      return String(ok(await grove.post(`/iam/v2beta1/identities/${parent}`, body))['uid']);
    };
    const byClient = await add('by client', { audience: 'grove' });
    const byAddress = await add('by address', { audience: grove.url });
    const byEmail = await add('by e-mail', { claims: { email: 'emil@Example.com' } });
    await signIn('emil');
    const matched = async () => ((await me())['identities'] as Json[]).map(({ uid }) => uid);
    expect(await matched()).toEqual(expect.arrayContaining([byClient, byEmail]));
    expect(await matched()).not.toContain(byAddress);
    emailVerified = false;
    await signIn('emil');
    expect(await matched()).toContain(byClient);
    expect(await matched()).not.toContain(byEmail);
  });

  it('ends when its provider is deleted or changed', async () => {
    const path = (uid: string) => `/iam/v2beta1/identityProviders/${uid}`;
    await signIn('fay', publicProvider);
    const session = { token: null, headers: { cookie: browser.cookie } };
    ok(await grove.get('/auth/v1/me', session));
    ok(await grove.patch(path(publicProvider), { description: 'the same one' }));
    ok(await grove.get('/auth/v1/me', session));
    const oidc = { issuer: issuer.issuer, clientId: 'grove-other' };
    ok(await grove.patch(`${path(publicProvider)}?updateMask=oidc`, { oidc }));
    failure(await grove.get('/auth/v1/me', session), 'UNAUTHENTICATED');
    ok(await grove.patch(path(publicProvider), { oidc: { clientId: 'grove-public' } }));
  });

  it('does not begin if the provider is changed in the meantime', async () => {
    const path = `/iam/v2beta1/identityProviders/${publicProvider}`;
    const before = await failuresRecorded();
    const url = await visitProvider(publicProvider, 'gus');
    const token = await issuer.sign({ sub: 'gus', aud: 'grove-public', nonce });
    issuer.intercept = (request, response) => {
      if (request.url !== '/token') return false;
      void grove.patch(path, { oidc: { clientId: 'grove-other' } }).then(() => {
        response.end(JSON.stringify({ id_token: token, token_type: 'Bearer' }));
      });
      return true;
    };
    const answer = await comeBack(url);
    issuer.intercept = null;
    ok(await grove.patch(path, { oidc: { clientId: 'grove-public' } }));
    expect(errorOf(answer)).toBe('Callback');
    // Grove failed, not the provider or the person.
    expect(await failuresRecorded()).toBe(before);
    const cookies = { token: null, headers: { cookie: browser.cookie } };
    failure(await grove.get('/auth/v1/me', cookies), 'UNAUTHENTICATED');
    expect(errorOf(await signIn('gus', publicProvider))).toBeNull();
  });

  it.each([
    ['its token is verified', 'Identity', 'OAuthCallback'],
    ['its address is looked up', 'Domain', 'Callback'],
  ])('is no failure of the provider if the database fails when %s', async (_, table, error) => {
    const before = await failuresRecorded();
    const url = await visitProvider(provider, 'gus');
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await query(`ALTER TABLE "${table}" RENAME TO "Away"`);
    try {
      expect(errorOf(await comeBack(url))).toBe(error);
    } finally {
      await query(`ALTER TABLE "Away" RENAME TO "${table}"`);
    }
    expect(log.mock.calls.join()).toContain(table);
    log.mockRestore();
    expect(await failuresRecorded()).toBe(before);
    expect(errorOf(await signIn('gus'))).toBeNull();
  });

  it.each([
    ['the subject', { sub: 'g\0us' }, {}],
    ['another claim', { name: 'G\0us' }, {}],
    ['a part of a claim', { address: { lines: ['a', '\0'] } }, {}],
    ['the user info', {}, { name: 'G\0us' }],
  ])('fails where %s has a NUL character, which no text can have', async (_, given, info) => {
    const url = await visitProvider(publicProvider, 'gus');
    const token = await issuer.sign({ sub: 'gus', aud: 'grove-public', nonce, ...given });
    const answers: Record<string, Json> = {
      '/token': { id_token: token, access_token: 'x', token_type: 'Bearer' },
      '/me': { sub: 'gus', ...info },
    };
    issuer.intercept = (request, response) => {
      const answer = answers[request.url ?? ''];
      if (answer === undefined) return false;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
      return true;
    };
    expect(errorOf(await comeBack(url))).toBe('OAuthCallback');
    const cookies = { token: null, headers: { cookie: browser.cookie } };
    failure(await grove.get('/auth/v1/me', cookies), 'UNAUTHENTICATED');
  });

  it('lasts as long as its organization allows', async () => {
    const set = (absolute: number) => setSessionLimits(grove.rootUid, { idle: 3_600, absolute });
    await signIn('gil');
    const session = { token: null, headers: { cookie: browser.cookie } };
    const age = (column: string, seconds: number) =>
      query(
        `UPDATE "Session" SET "${column}" = "${column}" - ? WHERE "subject" = 'gil'`,
        seconds * 1000,
      );
    await set(7_200);
    ok(await grove.get('/auth/v1/me', session));
    await age('createTime', 7_100);
    ok(await grove.get('/auth/v1/me', session));
    await age('lastSeenTime', 3_700);
    failure(await grove.get('/auth/v1/me', session), 'UNAUTHENTICATED');
    await age('lastSeenTime', -3_700);
    ok(await grove.get('/auth/v1/me', session));
    await age('createTime', 200);
    failure(await grove.get('/auth/v1/me', session), 'UNAUTHENTICATED');
    await set(30 * 24 * 3_600);
  });

  it('keeps the secret readable when the key for it is rotated', async () => {
    const row = await rowsIn('IdentityProvider').findFirst({ where: { uid: provider } });
    expect(row?.clientSecret).not.toContain(CLIENT_SECRET);
    await rotate(['encryption']);
    const renewed = await rowsIn('IdentityProvider').findFirst({ where: { uid: provider } });
    expect(renewed?.clientSecret).not.toBe(row?.clientSecret);
    expect(renewed?.revision).toBe(row?.revision);
    expect(errorOf(await signIn('lea'))).toBeNull();
  });

  /** Signs in with an ID token that has `auth_time`, in seconds. */
  async function signInAuthenticated(login: string, authTime: unknown): Promise<Json> {
    const url = await visitProvider(publicProvider, login);
    const claims = { sub: login, aud: 'grove-public', nonce, auth_time: authTime };
    const token = await issuer.sign(claims);
    issuer.intercept = (request, response) => {
      if (request.url !== '/token') return false;
      response.end(JSON.stringify({ id_token: token, token_type: 'Bearer' }));
      return true;
    };
    expect(errorOf(await comeBack(url))).toBeNull();
    issuer.intercept = null;
    const session = { token: null, headers: { cookie: browser.cookie } };
    return ok(await grove.get('/auth/v1/sessions:reauthenticate', session));
  }

  it('counts from when the provider says that the person signed in there', async () => {
    const now = Math.floor(Date.now() / 1000);
    const old = await signInAuthenticated('ida', now - 601);
    expect(old).toEqual({
      authenticatedTime: new Date((now - 601) * 1000).toISOString(),
      recent: false,
      password: false,
      passkey: false,
      provider: { id: idOf(publicProvider), name: 'provider 2' },
    });
    expect(await signInAuthenticated('ida', now - 60)).toMatchObject({ recent: true });
    const ahead = await signInAuthenticated('ida', now + 3_600);
    expect(Date.parse(String(ahead['authenticatedTime']))).toBeLessThanOrEqual(Date.now());
    expect(await signInAuthenticated('ida', 'lately')).toMatchObject({ recent: true });
  });

  it('ends the one that the same person had in this browser, and no other', async () => {
    const sessionsOf = (subject: string) => rowsIn('Session').count({ where: { subject } });
    await signIn('jo');
    await signIn('jo');
    expect(await sessionsOf('jo')).toBe(1);
    const known = browser;
    browser = new TestBrowser(grove.url);
    await signIn('jo');
    expect(await sessionsOf('jo')).toBe(2);
    browser = known;
    await signIn('kim');
    expect(await sessionsOf('jo')).toBe(2);
  });

  it('is offered on the sign-in page, by name', async () => {
    const answer = await grove.get('/auth/v1/providers', { token: null });
    expect(answer.body).toEqual([
      { id: idOf(provider), name: 'provider 1' },
      { id: idOf(publicProvider), name: 'provider 2' },
    ]);
  });
});

describe('a sign-in that fails', () => {
  const refused = async (url: URL) => {
    const people = await rowsIn('Identity').count();
    const answer = await comeBack(url);
    expect(errorOf(answer)).toBe('OAuthCallback');
    expect(await rowsIn('Identity').count()).toBe(people);
    expect(browser.cookies.has('next-auth.session-token')).toBe(false);
  };

  it('is on the record of the provider, which is not the one used last', async () => {
    const url = await visitProvider(publicProvider, 'eve');
    url.searchParams.set('state', 'x');
    await refused(url);
    expect(browser.cookies.has('grove-sign-in')).toBe(false);
    await writeJoined();
    const query = `uidp.children_of=${group}&result=UNAUTHENTICATED`;
    const { auditEvents } = ok(await grove.get(`/iam/v2beta1/auditEvents?${query}`));
    expect((auditEvents as Json[])[0]).toMatchObject({
      type: 'grove.iam.session.started.v1',
      actor: 'identity provider',
      // One record joins the failures of a minute.
      after: { name: expect.stringMatching(/^provider \d$/) as string },
    });
    expect(errorOf(await signIn('eve', publicProvider))).toBeNull();
    expect(browser.cookies.get('grove-sign-in')).toBe(idOf(publicProvider));
  });

  it('has another state, or none', async () => {
    const url = await visitProvider(provider, 'eve');
    url.searchParams.set('state', 'x');
    await refused(url);
    const other = await visitProvider(provider, 'eve');
    other.searchParams.delete('state');
    await refused(other);
  });

  it('began in another browser', async () => {
    const url = await visitProvider(provider, 'eve');
    browser = new TestBrowser(grove.url);
    await refused(url);
  });

  it('uses another sign-in’s code, or the same code twice', async () => {
    const [mine, theirs] = [
      await visitProvider(provider, 'eve'),
      await visitProvider(provider, 'ann'),
    ];
    theirs.searchParams.set('code', mine.searchParams.get('code') ?? '');
    await refused(theirs);
    const again = await visitProvider(provider, 'eve');
    const cookies = new Map(browser.cookies);
    expect(errorOf(await comeBack(again))).toBeNull();
    browser = new TestBrowser(grove.url);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await refused(again);
  });

  it('names another issuer', async () => {
    const url = await visitProvider(provider, 'eve');
    url.searchParams.set('iss', 'https://other.example.com');
    await refused(url);
  });

  it.each<[string, Json]>([
    ['for another client', { aud: 'someone-else' }],
    ['issued to another client', { aud: ['grove', 'someone-else'], azp: 'someone-else' }],
    ['of another sign-in', { nonce: 'x' }],
    ['of another issuer', { iss: 'https://other.example.com' }],
    ['that has expired', { exp: 1 }],
    ['of nobody', { sub: undefined }],
  ])('is one with an ID token %s', async (_, claims) => {
    const url = await visitProvider(provider, 'eve');
    const token = await issuer.sign({ sub: 'eve', aud: 'grove', nonce, ...claims });
    issuer.intercept = (request, response) => {
      if (request.url !== '/token') return false;
      response.end(JSON.stringify({ id_token: token, token_type: 'Bearer' }));
      return true;
    };
    await refused(url);
  });

  it('has a token endpoint that redirects', async () => {
    const url = await visitProvider(provider, 'eve');
    issuer.intercept = (request, response) => {
      if (request.url !== '/token') return false;
      response.writeHead(307, { location: '/token2' }).end();
      return true;
    };
    await refused(url);
    expect(issuer.requests).not.toContain('/token2');
  });

  it('needs a provider', async () => {
    const { url } = await browser.post(`signin/${idOf(group)}`);
    expect(url?.pathname).toBe('/api/auth/signin');
  });
});

describe('this installation', () => {
  it('is not an identity provider for itself, because its subjects are identities', async () => {
    const oidc = { issuer: grove.url, clientId: 'grove' };
    const body = { name: 'own', oidc };
    const { uid } = ok(await grove.post(`/iam/v2beta1/identityProviders/${group}`, body));
    const { body: choices } = await grove.get('/auth/v1/providers', { token: null });
    expect(JSON.stringify(choices)).not.toContain(idOf(String(uid)));
    const { url } = await browser.post(`signin/${idOf(String(uid))}`);
    expect(url?.pathname).toBe('/api/auth/signin');
    failure(await grove.get('/auth/v1/me', { token: null }), 'UNAUTHENTICATED');
  });
});
