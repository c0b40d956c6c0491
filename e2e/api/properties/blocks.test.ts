// @module-tag many-runs
/**
 * A blocked person, a revoked key and an ended session have no access from the next request on, over
 * every transport.
 */
import fc from 'fast-check';
import { encode } from 'next-auth/jwt';
import { expect } from 'vitest';
import { sessionCookieName } from '#lib/auth/sessions/cookies.ts';
import { startSession } from '#lib/auth/sessions/sessions.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { assertUntil, randomly } from '../../support/random.ts';
import { grove, issuer, over as calls, withIssuerAndTransports as it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { ok, okEmpty } from '../support/answers.ts';
import { exchangeToken } from '../support/exchange.ts';
import { bind, join, newGroup } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const EMAIL = 'blocked@example.com';
const PASSWORD = 'correct horse battery staple';

/** The credential of a request: a bearer token or a cookie. */
interface Credential {
  name: string;
  who: 'account' | 'foreign';
  /** The event that ends the credential for good. */
  endsWith?: 'key' | 'session' | 'provider session';
  token?: string;
  cookie?: string;
}

const exchange = (token: string): Promise<Answer> => exchangeToken(grove, token);

const exchanged = async (token: string): Promise<string> =>
  String(ok(await exchange(token))['access_token']);

interface Subject {
  uid: string;
  /** A second identity in the organization that names the person. */
  alike: string;
}

interface World {
  group: string;
  account: Subject;
  foreign: Subject;
  keyUid: string;
  /** Of the provider that the issuer's person signs in through. */
  clientId: string;
  credentials: Credential[];
}

let count = 0;

async function register(group: string, claimMatch: Json): Promise<string> {
  const body = { name: `alike ${(count += 1)}`, claimMatch };
  return String(ok(await grove.post(`${IAM}/identities/${group}`, body))['uid']);
}

/** A person with a password and a person of an issuer, each an owner of one group. */
async function build(): Promise<World> {
  const group = await newGroup(grove, grove.rootUid);
  const beside = await newGroup(grove, grove.rootUid);
  const email = `${(count += 1)}-${EMAIL}`;
  const uid = await join(grove, 'owner', group, { email, password: PASSWORD });
  const alike = await register(beside, { issuer: grove.url, subject: uid });
  const browser = new TestBrowser(grove.url, `203.0.113.${count % 250}`);
  expect(await browser.signIn(email, PASSWORD)).toBeNull();
  const key = ok(
    await grove.post(`${IAM}/identityKeys/${group}`, {
      name: 'key',
      identityUid: uid,
      ttl: '3600s',
    }),
  );
  const own = await grove.token(uid);

  const subject = `foreign ${count}`;
  const foreign = await register(group, { issuer: issuer.issuer, subject });
  await bind(grove, group, foreign, 'owner');
  const foreignAlike = await register(beside, { issuer: issuer.issuer, subject });
  await bind(grove, group, foreignAlike, 'viewer');
  const token = await issuer.sign({ sub: subject, aud: grove.url });
  const provider = { name: subject, oidc: { issuer: issuer.issuer, clientId: subject } };
  const made = ok(await grove.post(`${IAM}/identityProviders/${group}`, provider));
  const text = String(key['key']);
  const credentials: Credential[] = [
    { name: 'own token', who: 'account', token: own },
    { name: 'exchanged own token', who: 'account', token: await exchanged(own) },
    { name: 'key', who: 'account', endsWith: 'key', token: text },
    { name: 'exchanged key', who: 'account', endsWith: 'key', token: await exchanged(text) },
    { name: 'session', who: 'account', endsWith: 'session', cookie: browser.cookie },
    { name: 'foreign token', who: 'foreign', token },
    { name: 'exchanged foreign token', who: 'foreign', token: await exchanged(token) },
    {
      name: 'session through a provider',
      who: 'foreign',
      endsWith: 'provider session',
      cookie: await sessionThrough(String(made['uid']), subject),
    },
    { name: 'token of the other identity', who: 'foreign', token: await grove.token(foreignAlike) },
  ];
  return {
    group,
    account: { uid, alike },
    foreign: { uid: foreign, alike: foreignAlike },
    keyUid: String(key['uid']),
    clientId: subject,
    credentials,
  };
}

/** The cookie of a session of the issuer's person that began through the provider. */
async function sessionThrough(provider: string, subject: string): Promise<string> {
  const session = await startSession(
    {
      issuer: issuer.issuer,
      subject,
      email: '',
      name: subject,
      userAgent: '',
      network: '',
      claims: { iss: issuer.issuer, sub: subject, aud: subject },
      provider,
      providerSid: null,
      passkeySince: null,
      secondFactor: false,
    },
    async () => true,
  );
  const cookie = await encode({ token: { session }, secret: secrets().session });
  return `${sessionCookieName()}=${cookie}`;
}

const TRANSPORTS = ['rest', 'grpc', 'v1', 'me', 'exchange', 'introspect', 'write'] as const;
type Transport = (typeof TRANSPORTS)[number];

/** True if the request was answered as one with access, false if as one without credentials. */
async function isServed(
  { token: bearer, cookie }: Credential,
  over: Transport,
  group: string,
): Promise<boolean> {
  const token = bearer ?? null;
  const headers: Record<string, string> =
    cookie === undefined ? {} : { cookie, 'sec-fetch-site': 'same-origin' };
  const options = { token, headers };
  const path = `${IAM}/groups/${group}`;
  const answer = await {
    rest: () => grove.get(path, options),
    // The cookie is for browsers, which use REST.
    grpc: () =>
      cookie === undefined ? calls.grpc('GET', path, { token }) : grove.get(path, options),
    v1: () => grove.get(`/iam/v1/groups`, options),
    me: () => grove.get('/auth/v1/me', options),
    exchange: () => (token === null ? grove.get(path, options) : exchange(token)),
    introspect: () =>
      token?.startsWith('ey') === true
        ? grove.call('POST', '/oauth/introspect', {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams({ token }).toString(),
          })
        : grove.get(path, options),
    write: () => grove.post(path, { name: `by request ${(count += 1)}` }, options),
  }[over]();
  if (answer.body['active'] !== undefined) return answer.body['active'] === true;
  expect([200, 401, ...(over === 'exchange' ? [400] : [])], answer.text).toContain(answer.status);
  return answer.status === 200;
}

interface Request {
  kind: 'request';
  credential: number;
  over: Transport;
}

interface Change {
  kind: 'block' | 'unblock';
  who: 'account' | 'foreign';
  which: 'uid' | 'alike';
}

type Step = Request | Change | { kind: 'endKey' | 'endSessions' | 'logOut' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('request' as const),
      credential: fc.nat(8),
      over: fc.constantFrom(...TRANSPORTS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('block' as const, 'unblock' as const),
      who: fc.constantFrom('account' as const, 'foreign' as const),
      which: fc.constantFrom('uid' as const, 'alike' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('endKey' as const, 'endSessions' as const, 'logOut' as const),
    }),
  },
);

/** Steps: a request over every transport before and after the block. */
const EACH: Step[] = [0, 1].flatMap((time): Step[] => [
  ...(time === 0
    ? []
    : [{ kind: 'block' as const, who: 'account' as const, which: 'uid' as const }]),
  ...TRANSPORTS.map((over) => ({ kind: 'request' as const, credential: 0, over })),
]);

/** Steps: the same for a session that began at a provider and ends there. */
const LOGGED_OUT: Step[] = [
  { kind: 'request', credential: 7, over: 'rest' },
  { kind: 'logOut' },
  ...TRANSPORTS.map((over) => ({ kind: 'request' as const, credential: 7, over })),
];

/** The kinds of expected outcomes, so that the property is not vacuous. */
const met = new Set<string>();

/** The blocked identities and the ended credentials. */
interface State {
  blocked: Set<string>;
  ended: Set<'key' | 'session' | 'provider session'>;
}

async function run(world: World, state: State, one: Step): Promise<void> {
  if (one.kind === 'request') return request(world, state, one);
  if (one.kind === 'block' || one.kind === 'unblock') return change(world, state, one);
  if (one.kind === 'endKey') {
    if (state.ended.has('key')) return;
    okEmpty(await grove.del(`${IAM}/identityKeys/${world.keyUid}`));
    state.ended.add('key');
  } else if (one.kind === 'endSessions') {
    const body = { identityUid: world.account.uid };
    ok(await grove.post(`${IAM}/identities:endSessions`, body));
    state.ended.add('session');
  } else {
    await logOut(world);
    state.ended.add('provider session');
  }
}

/** The issuer says that the person has signed out there. */
async function logOut({ clientId }: World): Promise<void> {
  const token = await issuer.sign({
    aud: clientId,
    sub: clientId,
    jti: crypto.randomUUID(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  ok(
    await grove.call('POST', '/oauth/backchannelLogout', {
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    }),
  );
}

async function change(world: World, { blocked }: State, one: Change): Promise<void> {
  const uid = world[one.who][one.which];
  ok(await grove.post(`${IAM}/identities:${one.kind}`, { uid }));
  if (one.kind === 'block') blocked.add(uid);
  else blocked.delete(uid);
}

async function request(world: World, state: State, one: Request): Promise<void> {
  const credential = world.credentials[one.credential] as Credential;
  const { who, endsWith, name } = credential;
  // Its identity may only read.
  if (one.over === 'write' && name === 'token of the other identity') return;
  // This installation cannot introspect a token of another issuer.
  if (one.over === 'introspect' && name === 'foreign token') return;
  const { uid, alike } = world[who];
  const isBlocked = state.blocked.has(uid) || state.blocked.has(alike);
  const hasEnded = endsWith !== undefined && state.ended.has(endsWith);
  const expected = !isBlocked && !hasEnded;
  const label = `${name} over ${one.over}`;
  expect(await isServed(credential, one.over, world.group), label).toBe(expected);
  met.add(`${one.over} ${expected}`);
}

it('does nothing from the next request on, and everything again once unblocked', async () => {
  const both = TRANSPORTS.flatMap((over) => [`${over} true`, `${over} false`]);
  await assertUntil(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50 }), async (steps) => {
      const world = await build();
      const state: State = { blocked: new Set(), ended: new Set() };
      for (const one of steps) await run(world, state, one);
    }),
    { ...randomly(2), examples: [[EACH], [LOGGED_OUT]] },
    () => met.size === both.length,
  );
  expect([...met].sort()).toEqual(both.sort());
});
