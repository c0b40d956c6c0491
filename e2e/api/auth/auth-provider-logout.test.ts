// @module-tag http
/** Back-channel logout: a provider says that a person has signed out there. */
import { SignJWT } from 'jose';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { startSession } from '#lib/auth/sessions/sessions.ts';
import { createOrganization } from '#lib/service/people/organization.ts';
import { rowsIn } from '../support/database.ts';
import { CLIENT_SECRET, startOidcIssuer } from '../../support/oidc-issuer.ts';
import type { OidcIssuer } from '../../support/oidc-issuer.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { signOutAtIssuer, visitIssuer } from '../../support/visit-issuer.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { failure, ok } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const PATH = '/oauth/backchannelLogout';
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const HOUR_S = 3_600;

let issuer: OidcIssuer;
/** A second provider of the organization. */
let stranger: OidcIssuer;
let group: string;
let provider: string;
let publicProvider: string;
let strangersProvider: string;
let person: string;
let count = 0;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid);
  const redirectUris: string[] = [];
  const logoutUri = `${grove.url.replace('localhost', '127.0.0.1')}${PATH}`;
  issuer = await startOidcIssuer({ redirectUris, logoutUri });
  stranger = await startOidcIssuer();
  provider = await newProvider(issuer.issuer, 'grove');
  publicProvider = await newProvider(issuer.issuer, 'grove-public');
  strangersProvider = await newProvider(stranger.issuer, 'grove');
  redirectUris.push(callbackOf(provider), callbackOf(publicProvider));
  await issuer.rotate();
});

beforeEach(() => {
  person = `person ${(count += 1)}`;
});

afterAll(async () => {
  await issuer.stop();
  await stranger.stop();
});

const callbackOf = (uid: string) => `${grove.url}/api/auth/callback/${uid.replaceAll('/', '.')}`;

async function newProvider(
  of: string,
  clientId: string,
  within = { group, token: grove.ownerToken },
): Promise<string> {
  const clientSecret = clientId === 'grove' ? CLIENT_SECRET : undefined;
  const body = { name: `work ${(count += 1)}`, oidc: { issuer: of, clientId, clientSecret } };
  const path = `${IAM}/identityProviders/${within.group}`;
  return String(ok(await grove.post(path, body, { token: within.token }))['uid']);
}

/** Signs the person in, in a new browser and a new session of the issuer. */
async function signIn(uid = provider): Promise<{ browser: TestBrowser; jar: TestBrowser }> {
  const browser = new TestBrowser(grove.url);
  const of = { grove: grove.url, issuer: issuer.issuer };
  const { back, jar } = await visitIssuer({ ...of, browser, uid, login: person });
  await browser.ask(back.pathname.slice('/api/auth/'.length) + back.search);
  expect(await statusOf(browser)).toBe(200);
  return { browser, jar };
}

async function statusOf({ cookie }: TestBrowser): Promise<number> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  return (await grove.get('/auth/v1/me', { token: null, headers })).status;
}

interface Begun {
  of?: OidcIssuer;
  subject?: string;
  sid?: string | null;
  through?: string;
}

/** Inserts a session of the person like a sign-in does. Returns its uid. */
async function begin({
  of = issuer,
  subject = person,
  sid = null,
  through = provider,
}: Begun = {}) {
  const session = await startSession(
    {
      issuer: of.issuer,
      subject,
      email: '',
      name: subject,
      userAgent: 'test',
      network: '203.0.113.1',
      claims: { iss: of.issuer, sub: subject },
      provider: through,
      providerSid: sid,
      passkeySince: null,
      secondFactor: false,
    },
    async () => true,
  );
  return String(session);
}

const lives = async (uid: string) => (await rowsIn('Session').count({ where: { uid } })) === 1;

const now = () => Math.floor(Date.now() / 1000);

/** Claims of a logout token for the person; undefined leaves one out. */
const logoutClaims = (changed: Json = {}) => ({
  aud: 'grove',
  sub: person,
  jti: crypto.randomUUID(),
  events: EVENTS,
  ...changed,
});

const tokenWith = (changed: Json = {}, header: Json = { typ: 'logout+jwt' }, of = issuer) =>
  of.sign(logoutClaims(changed), header);

const send = (fields: Record<string, string> | [string, string][]): Promise<Answer> =>
  grove.call('POST', PATH, {
    token: null,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const logOut = async (token: string | Promise<string>) => send({ logout_token: await token });

function refused(answer: Answer, why = ''): void {
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body).toMatchObject({ error: 'invalid_request' });
  expect(answer.body['error_description']).toContain(why);
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

function accepted(answer: Answer): void {
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toEqual({});
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

describe('signing out at the provider', () => {
  it('ends the session that began there from the next request on, and no other', async () => {
    const first = await signIn();
    const second = await signIn();
    await signOutAtIssuer(issuer.issuer, first.jar);
    expect(await statusOf(first.browser)).toBe(401);
    expect(await statusOf(second.browser)).toBe(200);
    const query = `type=grove.iam.session.ended.v1&uidp.descendants_of=${grove.rootUid}`;
    const { auditEvents } = ok(await grove.get(`${IAM}/auditEvents?${query}`));
    const { name } = ok(await grove.get(`${IAM}/identityProviders/${provider}`));
    const events = (auditEvents as Json[]).filter(({ subject }) => subject === person);
    expect(events).toMatchObject([
      {
        actor: 'identity provider',
        identities: [],
        issuer: issuer.issuer,
        subject: person,
        group,
        result: 'OK',
        network: '127.0.0.1',
        credential: expect.any(String) as string,
        after: { name: person, identityProvider: name },
      },
    ]);
  });

  it('ends every session of the person if the provider names none', async () => {
    const [first, second] = [await signIn(publicProvider), await signIn(publicProvider)];
    const other = await signIn();
    await signOutAtIssuer(issuer.issuer, first.jar);
    const statuses = [first, second, other].map(({ browser }) => statusOf(browser));
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
  });
});

describe('a logout token', () => {
  it('ends by subject, by sid, or by both', async () => {
    const [one, two] = [await begin({ sid: 'one' }), await begin({ sid: 'two' })];
    accepted(await logOut(tokenWith({ sub: undefined, sid: 'one' })));
    expect([await lives(one), await lives(two)]).toEqual([false, true]);
    accepted(await logOut(tokenWith({ sub: 'somebody else', sid: 'two' })));
    expect(await lives(two)).toBe(true);
    accepted(await logOut(tokenWith({ sid: 'two' })));
    expect(await lives(two)).toBe(false);
    const [three, four] = [await begin({ sid: 'three' }), await begin()];
    accepted(await logOut(tokenWith()));
    expect([await lives(three), await lives(four)]).toEqual([false, false]);
  });

  it('ends a session of the person whose sid the provider did not say', async () => {
    const session = await begin();
    accepted(await logOut(tokenWith({ sub: undefined, sid: 'one' })));
    expect(await lives(session)).toBe(true);
    accepted(await logOut(tokenWith({ sid: 'one' })));
    expect(await lives(session)).toBe(false);
  });

  it('ends nothing that began elsewhere, and the answer is the same', async () => {
    const sid = `sid ${count}`;
    const others = [
      await begin({ sid, through: publicProvider }),
      await begin({ sid, of: stranger, through: strangersProvider }),
      await begin({ sid: 'another' }),
      await begin({ sid, subject: 'somebody else' }),
    ];
    accepted(await logOut(tokenWith({ sid })));
    expect(await Promise.all(others.map(lives))).toEqual([true, true, true, true]);
  });

  it('of another organization’s provider ends only its own sessions', async () => {
    const organization = await createOrganization({
      name: `other ${count}`,
      ownerEmail: `${count}@other.example`,
      ownerPassword: 'correct horse battery staple',
    });
    const token = await grove.token(String(organization.identity['uid']));
    const there = { group: String(organization.group['uid']), token };
    const theirs = await newProvider(issuer.issuer, 'machine', there);
    const [own, foreign] = [await begin(), await begin({ through: theirs })];
    accepted(await logOut(tokenWith({ aud: 'machine' })));
    expect([await lives(own), await lives(foreign)]).toEqual([true, false]);
    const body = { name: person, claimMatch: { issuer: issuer.issuer, subject: person } };
    const { uid } = ok(await grove.post(`${IAM}/identities/${group}`, body));
    await begin({ through: theirs });
    accepted(await logOut(tokenWith({ aud: 'machine' })));
    const query = `type=grove.iam.session.ended.v1&resource=${String(uid)}`;
    const { auditEvents } = ok(await grove.get(`${IAM}/auditEvents?${query}`));
    // This organization names the person, who signed in at a provider of another one.
    expect(auditEvents).toEqual([]);
  });

  it('counts once', async () => {
    const token = await tokenWith();
    const first = await begin();
    const [one, two] = await Promise.all([logOut(token), logOut(token)]);
    expect([one.status, two.status].toSorted()).toEqual([200, 400]);
    expect(await lives(first)).toBe(false);
    const next = await begin();
    refused(await logOut(token), 'was used before');
    // A token with the same `jti` counts as the same token. Another issuer has its own ids.
    const jti = crypto.randomUUID();
    accepted(await logOut(tokenWith({ jti, sub: 'nobody' })));
    refused(await logOut(tokenWith({ jti })), 'was used before');
    expect(await lives(next)).toBe(true);
    accepted(await logOut(tokenWith({ jti }, {}, stranger)));
  });

  it('is forgotten once nothing accepts it any more', async () => {
    const expireTime = new Date(Date.now() - 1);
    await rowsIn('UsedLogoutToken').create({ hash: 'old', expireTime });
    accepted(await logOut(tokenWith()));
    expect(await rowsIn('UsedLogoutToken').count({ where: { hash: 'old' } })).toBe(0);
  });

  it.each<[string, Json, Json?]>([
    ['has the type of no token in particular', {}, { typ: 'JWT' }],
    ['has the type in full', {}, { typ: 'application/logout+jwt' }],
    ['has no type', {}, {}],
    ['has its audience in a list', { aud: ['grove'] }],
  ])('counts if it %s', async (_, changed, header) => {
    const session = await begin();
    accepted(await logOut(tokenWith(changed, header)));
    expect(await lives(session)).toBe(false);
  });

  it.each<[string, string, Json, Json?]>([
    ['is of another issuer', 'unknown key', { iss: 'stranger' }],
    ['is of an issuer that nobody registered', 'issuer', { iss: 'https://x.example.com' }],
    ['is of this installation', 'audience', { iss: 'grove' }],
    ['has no issuer', 'iss ', { iss: undefined }],
    ['has an issuer that is no text', 'iss ', { iss: 1 }],
    ['has an issuer with NUL', 'iss ', { iss: 'https://x.example.com/\0' }],
    ['is for another client', 'audience', { aud: 'someone-else' }],
    ['is for another client as well', 'aud ', { aud: ['grove', 'someone-else'] }],
    ['has no audience', 'aud ', { aud: undefined }],
    ['has an audience with NUL', 'aud ', { aud: 'grove\0' }],
    ['has no time', 'iat ', { iat: undefined }],
    ['has a time that is no number', 'iat ', { iat: String(now()) }],
    ['is of the future', 'not valid for', { iat: now() + HOUR_S, exp: now() + 2 * HOUR_S }],
    ['is old, though it lasts', 'too long ago', { iat: now() - 601, exp: now() + HOUR_S }],
    ['has expired', 'expired', { exp: now() - 61 }],
    ['does not expire', 'no expiry', { exp: undefined }],
    ['has no id', 'jti ', { jti: undefined }],
    ['has an empty id', 'jti ', { jti: '' }],
    ['has a nonce', 'nonce ', { nonce: 'x' }],
    ['has a nonce that is null', 'nonce ', { nonce: null }],
    ['names neither person nor session', 'sub ', { sub: undefined }],
    ['has an empty subject', 'sub ', { sub: '' }],
    ['has a subject that is no text', 'sub ', { sub: ['x'], sid: 'x' }],
    ['has a subject with NUL', 'sub ', { sub: 'x\0' }],
    ['has a sid that is no text', 'sid ', { sid: 1 }],
    ['has a sid that is too long', 'sid ', { sid: 'x'.repeat(257) }],
    ['has no events', 'events ', { events: undefined }],
    ['has events in a list', 'events ', { events: Object.keys(EVENTS) }],
    ['has other events', 'events ', { events: { 'https://x.example.com/event': {} } }],
    [
      'has an event that is no object',
      'events ',
      { events: { [Object.keys(EVENTS)[0] ?? '']: 1 } },
    ],
    ['is an access token by its type', 'type', {}, { typ: 'at+jwt' }],
    ['has an unknown key', 'unknown key', {}, { kid: 'x' }],
  ])('is refused if it %s', async (_, why, changed, header) => {
    const session = await begin({ sid: 'x' });
    const named: Json = { stranger: stranger.issuer, grove: grove.url };
    const iss = named[String(changed['iss'])];
    const claims = iss === undefined ? changed : { ...changed, iss };
    refused(await logOut(tokenWith(claims, header)), why);
    expect(await lives(session)).toBe(true);
  });

  it('is refused unless one of the issuer’s keys signed it', async () => {
    const session = await begin();
    const claims = logoutClaims({ iss: issuer.issuer, iat: now(), exp: now() + 60 });
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    refused(await logOut(`${part({ alg: 'none' })}.${part(claims)}.`), 'algorithm');
    const shared = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(CLIENT_SECRET));
    refused(await logOut(shared), 'algorithm');
    const real = await issuer.sign(claims);
    const [header, , signature] = real.split('.');
    const forged = [header, part({ ...claims, sub: 'x' }), signature].join('.');
    refused(await logOut(forged), 'signature');
    const theirs = await stranger.sign(claims, { kid: issuer.key.kid });
    refused(await logOut(theirs), 'signature');
    expect(await lives(session)).toBe(true);
  });

  it('is a parameter of a form', async () => {
    const token = await tokenWith();
    refused(await send({}), 'logout_token is required');
    refused(await send({ logout_token: 'x' }), 'not a JWT');
    refused(await send({ logout_token: 'x'.repeat(20_000) }), 'not a JWT');
    refused(
      await send([
        ['logout_token', token],
        ['logout_token', token],
      ]),
      'given twice',
    );
    refused(await grove.post(PATH, { logout_token: token }, { token: null }), 'Content-Type');
    failure(await grove.get(`${PATH}?logout_token=${token}`, { token: null }), 'UNIMPLEMENTED');
    expect((await send({ logout_token: token, vendor: 'x' })).status).toBe(200);
  });

  it('signs nobody in', async () => {
    const body = { name: person, claimMatch: { issuer: issuer.issuer, subject: person } };
    ok(await grove.post(`${IAM}/identities/${group}`, body));
    const token = await tokenWith({ aud: grove.url });
    const answer = await grove.get('/auth/v1/me', { token });
    expect(failure(answer, 'UNAUTHENTICATED').message).toContain('a logout token');
  });
});
