import { generateSync } from 'otplib/functional';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { clearPolicy, getPolicy } from '#lib/service/groups/policy.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { handleApi } from '#lib/transport/rest/rest.ts';
import { until } from '../../support/until.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it, newName } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Answer, CallOptions, Json } from '../harness.ts';
import { badFields, denied, failure, ok, preconditions, TIME } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { exchangeToken } from '../support/exchange.ts';
import { list } from '../support/lists.ts';
import { bind, join, newGroup, newPerson, newRole, personWith } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const OFFICE = ['192.0.2.0/24'];
const MINUTE_MS = 60_000;

beforeEach(async () => {
  await rowsIn('Attempt').delete();
});

afterEach(async () => {
  vi.useRealTimers();
  await clearPolicy(grove.rootUid);
});

/** Headers of a request from a client behind the proxy of the tests. */
const from = (address: string) => ({ 'x-forwarded-for': address });

const read = (options?: CallOptions, uid = grove.rootUid): Promise<Answer> =>
  grove.get(`${IAM}/groups:getPolicy?group_uid=${encodeURIComponent(uid)}`, options);
const update = (policy: Json, options?: CallOptions): Promise<Answer> =>
  grove.post(`${IAM}/groups:updatePolicy`, { groupUid: grove.rootUid, ...policy }, options);
const group = (options?: CallOptions, uid = grove.rootUid) =>
  grove.get(`${IAM}/groups/${uid}`, options);

const EMPTY = {
  secondFactor: 'SECOND_FACTOR_UNSPECIFIED',
  passkeyRequired: false,
  passwordsOff: false,
  consoleNetworks: [],
  apiNetworks: [],
  inviteDomains: [],
  timedRoles: [],
  effectiveSessionIdle: '43200s',
  effectiveSessionAbsolute: '2592000s',
  effectivePasswordsOff: false,
};

/** A browser of the owner after the password. */
async function signedIn(client = '203.0.113.1'): Promise<TestBrowser> {
  const browser = new TestBrowser(grove.url, client);
  expect(await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBeNull();
  return browser;
}

const session = ({ cookie }: TestBrowser, headers: Record<string, string> = {}): CallOptions => ({
  token: null,
  headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers },
});

/** Another organization, with a group created by its founder, who owns this organization too. */
async function otherOrganization(): Promise<{ root: string; uid: string; token: string }> {
  const { uid, token } = await personWith(grove, 'owner', grove.rootUid);
  const name = newName('other');
  const created = ok(await grove.post(`${IAM}/groups`, { name }, { token }));
  return { root: String(created['uid']), uid, token };
}

async function newKey(identityUid: string): Promise<string> {
  const body = { name: newName('key'), identityUid, ttl: '3600s' };
  return String(ok(await grove.post(`${IAM}/identityKeys/${grove.rootUid}`, body))['key']);
}

describe('the policy of an organization', () => {
  it('asks for nothing until an owner sets it', async () => {
    const child = await newGroup(grove, grove.rootUid);
    const none = ok(await read());
    expect(none).toMatchObject({ groupUid: grove.rootUid, ...EMPTY });
    expect(none).not.toHaveProperty('sessionIdle');
    const set = ok(await update({ secondFactor: 'WRITERS', sessionIdle: '900s', apiNetworks: [] }));
    expect(set).toEqual({
      groupUid: grove.rootUid,
      ...EMPTY,
      secondFactor: 'WRITERS',
      sessionIdle: '900s',
      effectiveSessionIdle: '900s',
      updateTime: expect.stringMatching(TIME) as string,
      etag: expect.any(String) as string,
    });
    expect(ok(await read())).toEqual(set);
    expect(ok(await read({}, child))).toEqual(set);
  });

  it('changes what the mask names, or the body without a mask', async () => {
    ok(await update({ sessionIdle: '900s', sessionAbsolute: '3600s' }));
    const masked = ok(await update({ sessionIdle: '600s', updateMask: 'sessionAbsolute' }));
    expect(masked).toMatchObject({ sessionIdle: '900s', effectiveSessionAbsolute: '2592000s' });
    expect(masked).not.toHaveProperty('sessionAbsolute');
    expect(ok(await update({ updateMask: '*' }))).toMatchObject(EMPTY);
  });

  it('does not change for whoever read an earlier one', async () => {
    const { etag } = ok(await read());
    ok(await update({ sessionIdle: '900s', etag }));
    failure(await update({ sessionIdle: '800s', etag }), 'ABORTED');
    expect(ok(await read())).toMatchObject({ sessionIdle: '900s' });
  });

  it('names the fields at fault, and is never looser than what the operator allows', async () => {
    const wrong = await update({
      secondFactor: 'SOMETIMES',
      passkeyRequired: 'yes',
      sessionIdle: '59s',
      sessionAbsolute: 'long',
      apiNetworks: 'none',
      colour: 'red',
    });
    expect(badFields(wrong)).toEqual([
      'apiNetworks',
      'colour',
      'passkeyRequired',
      'secondFactor',
      'sessionAbsolute',
      'sessionIdle',
    ]);
    const looser = await update({
      sessionIdle: '43201s',
      sessionAbsolute: '2592001s',
      consoleNetworks: ['192.0.2.0/24', '10.1'],
    });
    expect(badFields(looser)).toEqual(['consoleNetworks.1', 'sessionAbsolute', 'sessionIdle']);
    expect(badFields(await update({ updateMask: 'etag' }))).toEqual(['updateMask']);
    expect(badFields(await update({ groupUid: 'x' }))).toEqual(['groupUid']);
    expect(ok(await read())).toMatchObject(EMPTY);
  });

  it('belongs to the root group, and changing it takes all that an owner may do', async () => {
    const child = await newGroup(grove, grove.rootUid);
    expect(badFields(await update({ groupUid: child }))).toEqual(['groupUid']);
    const administrator = await personWith(grove, 'owner', child);
    const policy = { sessionIdle: '900s' };
    denied(await update(policy, { token: administrator.token }), 'groups.update', grove.rootUid);
    const editor = await newPerson(grove);
    await bind(
      grove,
      grove.rootUid,
      editor.uid,
      await newRole(grove, ['groups.list', 'groups.update']),
    );
    const refused = failure(await update(policy, { token: editor.token }), 'PERMISSION_DENIED');
    expect(refused.metadata['capability']).toContain('role_bindings.create');
    expect(ok(await read({ token: administrator.token }, child))).toMatchObject(EMPTY);
    denied(await read({ token: administrator.token }), 'groups.list', grove.rootUid);
  });

  it('is in the audit log with what it was', async () => {
    ok(await update({ secondFactor: 'EVERYONE' }));
    ok(await update({ secondFactor: 'EVERYONE' }));
    const path = `${IAM}/auditEvents?type=grove.iam.policy.updated.v1&order_by=created_at%20desc`;
    const [newest] = ok(await grove.get(path))['auditEvents'] as Json[];
    expect(newest).toMatchObject({
      resource: grove.rootUid,
      operation: 'update',
      before: { name: 'acme', secondFactor: 'SECOND_FACTOR_UNSPECIFIED' },
      after: { name: 'acme', secondFactor: 'EVERYONE' },
    });
  });

  it('ends with its organization', async () => {
    const { root, token } = await otherOrganization();
    ok(await update({ groupUid: root, secondFactor: 'EVERYONE' }, { token }));
    await grove.del(`${IAM}/groups/${root}`, { token });
    expect(await rowsIn('Policy').findMany({ where: { uid: root } })).toEqual([]);
  });
});

describe('allowed networks', () => {
  const NOT_ALLOWED = ['NETWORK_NOT_ALLOWED'];

  it('apply to tokens, keys and exchanged tokens from the next request on', async () => {
    const { uid, token } = await personWith(grove, 'owner', grove.rootUid);
    const key = await newKey(uid);
    const exchanged = String(ok(await exchangeToken(grove, key))['access_token']);
    const all = [token, key, exchanged];
    for (const one of all) ok(await group({ token: one }));
    ok(await update({ apiNetworks: OFFICE }, { headers: from('192.0.2.5') }));
    for (const one of all) {
      expect(preconditions(await group({ token: one }))).toEqual(NOT_ALLOWED);
      ok(await group({ token: one, headers: from('192.0.2.5') }));
    }
    const inside = { token, headers: from('192.0.2.5') };
    const name = newName('from the office');
    ok(await grove.post(`${IAM}/groups/${grove.rootUid}`, { name }, inside));
    const outside = await grove.post(`${IAM}/groups/${grove.rootUid}`, { name: 'x' }, { token });
    expect(preconditions(outside)).toEqual(NOT_ALLOWED);
    // A token exchanged outside the networks gives no access outside them either.
    const later = String(ok(await exchangeToken(grove, key))['access_token']);
    expect(preconditions(await group({ token: later }))).toEqual(NOT_ALLOWED);
  });

  it('are those of the API for tokens, and those of the console for sessions', async () => {
    const browser = await signedIn();
    ok(await update({ consoleNetworks: OFFICE }));
    ok(await group());
    expect(preconditions(await group(session(browser)))).toEqual(NOT_ALLOWED);
    ok(await group(session(browser, from('192.0.2.5'))));
    ok(await update({ consoleNetworks: [], apiNetworks: ['127.0.0.0/8', ...OFFICE] }));
    ok(await group(session(browser)));
    expect(preconditions(await group({ headers: from('198.51.100.9') }))).toEqual(NOT_ALLOWED);
  });

  it('are not escaped by naming an allowed address', async () => {
    const { token } = await personWith(grove, 'owner', grove.rootUid);
    ok(await update({ apiNetworks: OFFICE }, { headers: from('192.0.2.5') }));
    const tricks: Record<string, string>[] = [
      from('192.0.2.5, 198.51.100.9'),
      from('unknown'),
      { ...from('198.51.100.9'), forwarded: 'for=192.0.2.5' },
      { 'x-grove-client': '192.0.2.5' },
      { 'x-real-ip': '192.0.2.5' },
    ];
    for (const headers of tricks) {
      expect(preconditions(await group({ token, headers }))).toEqual(NOT_ALLOWED);
    }
    // The header does not help without a server before the handlers either, as under `next start`.
    const request = new Request(`${grove.url}${IAM}/groups/${grove.rootUid}`, {
      headers: { authorization: `Bearer ${token}`, 'x-grove-client': '192.0.2.5' },
    });
    const { details } = (await (await handleApi(request)).json()) as { details: Json[] };
    expect(details).toContainEqual(
      expect.objectContaining({
        violations: [expect.objectContaining({ type: 'NETWORK_NOT_ALLOWED' })],
      }),
    );
  });

  it('leave other organizations as they are', async () => {
    const { root, token } = await otherOrganization();
    ok(await update({ apiNetworks: OFFICE }, { headers: from('192.0.2.5') }));
    ok(await group({ token }, root));
    expect(preconditions(await group({ token }))).toEqual(NOT_ALLOWED);
    const { groups } = ok(await grove.get(`${IAM}/groups`, { token }));
    expect((groups as Json[]).map(({ uid }) => uid)).toEqual([root]);
    const named = `${IAM}/identities?uidp.descendants_of=${grove.rootUid}`;
    expect(preconditions(await grove.get(named, { token }))).toEqual(NOT_ALLOWED);
    const byId = `${IAM}/groups?uidp.ids=${grove.rootUid}`;
    expect(preconditions(await grove.get(byId, { token }))).toEqual(NOT_ALLOWED);
  });

  it('are named to people who lack nothing else, and not to people without access', async () => {
    const { token } = await personWith(grove, 'viewer', grove.rootUid);
    const stranger = await newPerson(grove);
    ok(
      await update(
        { apiNetworks: OFFICE, secondFactor: 'EVERYONE' },
        { headers: from('192.0.2.5') },
      ),
    );
    expect(preconditions(await grove.get(`${IAM}/groups`, { token }))).toEqual(NOT_ALLOWED);
    expect(ok(await grove.get('/auth/v1/me', { token }))).toMatchObject({
      unmetPolicies: [{ type: 'NETWORK_NOT_ALLOWED', groupUid: grove.rootUid }],
      roleBindings: [],
      topGroups: [],
      capabilities: {},
    });
    denied(await group({ token: stranger.token }), 'groups.list', grove.rootUid);
    expect(await list(grove, `${IAM}/groups`, {}, stranger.token)).toMatchObject({ totalCount: 0 });
    const asked = { identityUid: stranger.uid, groupUid: grove.rootUid };
    const explained = await grove.post(`${IAM}/access:explain`, asked, { token });
    expect(preconditions(explained)).toEqual(NOT_ALLOWED);
    const create = await grove.post(`${IAM}/groups`, { name: 'another root' }, { token });
    denied(create, 'groups.create', '');
  });

  it('are not named to people who are blocked there', async () => {
    const { root, uid, token } = await otherOrganization();
    const there = await list(grove, `${IAM}/identities`, { 'uidp.children_of': root }, token);
    await bind(grove, grove.rootUid, String(there.items[0]?.['uid']), 'viewer', { token });
    ok(await grove.post(`${IAM}/identities:block`, { uid }));
    ok(await update({ apiNetworks: OFFICE }, { headers: from('192.0.2.5') }));
    ok(await group({ token }, root));
    denied(await group({ token }), 'groups.list', grove.rootUid);
    expect(ok(await grove.get('/auth/v1/me', { token }))).toMatchObject({ unmetPolicies: [] });
  });

  it('always contain the address of whoever sets them', async () => {
    expect(preconditions(await update({ apiNetworks: OFFICE }))).toEqual(['WOULD_LOCK_OUT']);
    const browser = await signedIn();
    const away = session(browser, from('198.51.100.9'));
    expect(preconditions(await update({ consoleNetworks: OFFICE }, away))).toEqual([
      'WOULD_LOCK_OUT',
    ]);
    expect(ok(await read())).toMatchObject(EMPTY);
    ok(await update({ consoleNetworks: ['198.51.100.9'] }, away));
  });

  it('are taken away by the operator', async () => {
    ok(await update({ apiNetworks: OFFICE }, { headers: from('192.0.2.5') }));
    expect(await getPolicy(operatorCall(grove.rootUid), grove.rootUid)).toMatchObject({
      apiNetworks: OFFICE,
    });
    expect(preconditions(await update({ apiNetworks: [] }))).toEqual(['NETWORK_NOT_ALLOWED']);
    await clearPolicy(grove.rootUid);
    ok(await group());
  });
});

describe('the length of sessions', () => {
  const TOO_OLD = ['SESSION_TOO_OLD'];

  it('is kept from the next request on, and ends with a new sign-in or a confirmation', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    const token = await grove.token(grove.ownerUid, 3600);
    const browser = await signedIn();
    ok(await update({ sessionAbsolute: '600s' }));
    ok(await group(session(browser)));
    vi.setSystemTime(Date.now() + 10 * MINUTE_MS);
    expect(preconditions(await group(session(browser)))).toEqual(TOO_OLD);
    const name = newName('written late');
    const write = await grove.post(`${IAM}/groups/${grove.rootUid}`, { name }, session(browser));
    expect(preconditions(write)).toEqual(TOO_OLD);
    ok(await group({ token }));
    // The person stays signed in, so that typed input is not lost.
    expect(ok(await grove.get('/auth/v1/me', session(browser)))).toMatchObject({
      unmetPolicies: [{ type: 'SESSION_TOO_OLD', groupUid: grove.rootUid }],
    });
    const confirm = { currentPassword: OWNER_PASSWORD };
    ok(await grove.post('/auth/v1/sessions:reauthenticate', confirm, session(browser)));
    ok(await group(session(browser)));
    vi.setSystemTime(Date.now() + 10 * MINUTE_MS);
    expect(preconditions(await group(session(browser)))).toEqual(TOO_OLD);
    ok(await group(session(await signedIn())));
  });

  it('ends with a pause, also for the requests after it', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    await rowsIn('Session').delete();
    const browser = await signedIn();
    ok(await update({ sessionIdle: '300s' }));
    for (let time = 0; time < 3; time += 1) {
      const now = passTime(4);
      ok(await group(session(browser)));
      await until(() => wasSeen(now));
    }
    const now = passTime(5);
    expect(preconditions(await group(session(browser)))).toEqual(TOO_OLD);
    await until(() => wasSeen(now));
    expect(preconditions(await group(session(browser)))).toEqual(TOO_OLD);
    const confirm = { currentPassword: OWNER_PASSWORD };
    ok(await grove.post('/auth/v1/sessions:reauthenticate', confirm, session(browser)));
    ok(await group(session(browser)));
  });

  function passTime(minutes: number): number {
    const now = Date.now() + minutes * MINUTE_MS;
    vi.setSystemTime(now);
    return now;
  }

  /** Checks the last-seen time, which is written after the answer. */
  async function wasSeen(time: number): Promise<void> {
    const sessions = await rowsIn('Session').findMany({});
    expect(sessions.map(({ lastSeenTime }) => lastSeenTime.getTime())).toContain(time);
  }
});

describe('a second factor', () => {
  const REQUIRED = ['SECOND_FACTOR_REQUIRED'];

  afterEach(async () => {
    for (const table of ['AuthenticatorApp', 'RecoveryCode', 'PendingSignIn', 'Session'] as const) {
      await rowsIn(table).delete();
    }
  });

  const auth = (path: string, body: Json, browser: TestBrowser) =>
    grove.call('POST', `/auth/v1/${path}`, { ...session(browser), body });

  /** The secret of the new app, whose current code is used. */
  async function addApp(browser: TestBrowser): Promise<string> {
    const { uid, secret } = ok(await auth('authenticatorApps', { name: newName('app') }, browser));
    const code = generateSync({ secret: String(secret) });
    const { batch } = ok(await auth('authenticatorApps:verify', { uid, code }, browser));
    if (batch !== undefined) ok(await auth('recoveryCodes:confirm', { batch }, browser));
    return String(secret);
  }

  it('is asked of people with a password, who can add one in place', async () => {
    const browser = await signedIn();
    ok(await update({ secondFactor: 'EVERYONE' }, session(browser)));
    expect(preconditions(await group(session(browser)))).toEqual(REQUIRED);
    expect(preconditions(await grove.get(`${IAM}/groups`, session(browser)))).toEqual(REQUIRED);
    ok(await group());
    await addApp(browser);
    ok(await group(session(browser)));
  });

  it('has to be shown in a session that began without it', async () => {
    const old = await signedIn();
    const browser = await signedIn();
    const secret = await addApp(browser);
    ok(await update({ secondFactor: 'EVERYONE' }, session(browser)));
    expect(preconditions(await group(session(old)))).toEqual(REQUIRED);
    // A person who only knows the password cannot add a second factor.
    const added = await auth('authenticatorApps', { name: 'mine' }, old);
    expect(preconditions(added)).toEqual(['REAUTHENTICATION_REQUIRED']);
    const again = new TestBrowser(grove.url);
    expect(await again.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBe('SecondStep');
    const epoch = Math.floor(Date.now() / 1000) + 30;
    expect(await again.takeSecondStep({ code: generateSync({ secret, epoch }) })).toBeNull();
    ok(await group(session(again)));
  });

  it('is shown by a passkey that confirms who somebody is', async () => {
    const device = new SoftwareAuthenticator(grove.url);
    const old = await signedIn();
    const browser = await signedIn();
    const made = ok(await auth('passkeys', { name: 'laptop' }, browser))['options'];
    const credential = device.create(made as never);
    const { batch } = ok(await auth('passkeys:verify', { name: 'laptop', credential }, browser));
    ok(await auth('recoveryCodes:confirm', { batch }, browser));
    ok(await update({ secondFactor: 'EVERYONE' }, session(browser)));
    const byPassword = { currentPassword: OWNER_PASSWORD };
    const refused = await auth('sessions:reauthenticate', byPassword, old);
    expect(preconditions(refused)).toEqual(['SECOND_FACTOR_NOT_SHOWN']);
    expect(preconditions(await group(session(old)))).toEqual(REQUIRED);
    const asked = ok(await grove.get('/auth/v1/passkeys:reauthenticate', session(old)))['options'];
    ok(await auth('sessions:reauthenticate', { credential: device.get(asked as never) }, old));
    ok(await group(session(old)));
    await rowsIn('Passkey').delete();
  });

  it('is missing again once the last one is removed', async () => {
    const browser = await signedIn();
    await addApp(browser);
    ok(await update({ secondFactor: 'EVERYONE' }, session(browser)));
    const [app] = ok(await grove.get('/auth/v1/secondFactors', session(browser)))[
      'authenticatorApps'
    ] as Json[];
    ok(await auth('authenticatorApps:remove', { uid: app?.['uid'] }, browser));
    expect(preconditions(await group(session(browser)))).toEqual(REQUIRED);
  });

  it('is asked only of those who may change something, where the policy says so', async () => {
    const account = { email: 'vic@example.com', password: OWNER_PASSWORD };
    await join(grove, 'viewer', grove.rootUid, account);
    const writer = await signedIn();
    const viewer = new TestBrowser(grove.url);
    expect(await viewer.signIn(account.email, account.password)).toBeNull();
    ok(await update({ secondFactor: 'WRITERS' }));
    expect(preconditions(await group(session(writer)))).toEqual(REQUIRED);
    ok(await group(session(viewer)));
    ok(await update({ secondFactor: 'EVERYONE' }));
    expect(preconditions(await group(session(viewer)))).toEqual(REQUIRED);
  });

  it('is not asked of whoever comes through an identity provider', async () => {
    const browser = await signedIn();
    ok(await update({ secondFactor: 'EVERYONE' }));
    const provider = `${grove.rootUid}/${'a'.repeat(16)}`;
    await rowsIn('Session').update({ data: { provider } });
    ok(await group(session(browser)));
  });
});
