import { afterAll, beforeEach, describe, expect } from 'vitest';
import { CLIENT_SECRET, startOidcIssuer } from '../../support/oidc-issuer.ts';
import type { OidcIssuer } from '../../support/oidc-issuer.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { visitIssuer } from '../../support/visit-issuer.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, failure, ok, okEmpty, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { bind, newGroup, newRole, personWith, roleUidOf } from '../support/people.ts';

const PROVIDERS = '/iam/v2beta1/identityProviders';
const BINDINGS = '/iam/v2beta1/roleBindings';

let issuer: OidcIssuer;
/** The group of the provider, a group below it, and a sibling. */
let group: string;
let below: string;
let beside: string;
let provider: string;
/** Another organization, and its provider. */
let root: string;
let ofRoot: string;
/** A provider that a test deletes. */
let doomed: string;
let browser: TestBrowser;
let claims: Json = {};
const redirectUris: string[] = [];

const callbackOf = (uid: string) => `${grove.url}/api/auth/callback/${uid.replaceAll('/', '.')}`;
const oidc = () => ({ issuer: issuer.issuer, clientId: 'grove', clientSecret: CLIENT_SECRET });

it.beforeAll(async () => {
  issuer = await startOidcIssuer({
    redirectUris,
    claimsOf: (login) => ({ email: `${login}@example.com`, ...claims }),
  });
  group = await newGroup(grove, grove.rootUid);
  below = await newGroup(grove, group);
  beside = await newGroup(grove, grove.rootUid);
  root = String(ok(await grove.post('/iam/v2beta1/groups', { name: 'another' }))['uid']);
  provider = await newProvider(group, 'provider 1');
  ofRoot = await newProvider(root);
  doomed = await newProvider(group);
  redirectUris.push(...[provider, ofRoot, doomed].map(callbackOf));
  await issuer.rotate();
});

afterAll(async () => {
  await issuer.stop();
});

beforeEach(async () => {
  claims = { email_verified: true };
  await setRules([]);
});

async function newProvider(parent: string, name = newName('provider')): Promise<string> {
  const body = { name, oidc: oidc() };
  return String(ok(await grove.post(`${PROVIDERS}/${parent}`, body))['uid']);
}

const rule = (change: Json = {}): Json => ({
  claim: 'groups',
  value: 'admins',
  roleUid: roleUidOf('editor'),
  groupUid: group,
  ...change,
});

const patch = (roleRules: readonly Json[], token = grove.ownerToken) =>
  grove.patch(`${PROVIDERS}/${provider}`, { roleRules }, { token });
const setRules = async (roleRules: readonly Json[]) => ok(await patch(roleRules));

/** Signs in with those claims. */
async function signIn(login: string, more: Json = {}): Promise<void> {
  claims = { email_verified: true, ...more };
  browser = new TestBrowser(grove.url);
  const visit = { browser, grove: grove.url, issuer: issuer.issuer, uid: provider, login };
  const { back } = await visitIssuer(visit);
  const answer = await browser.ask(back.pathname.slice('/api/auth/'.length) + back.search);
  expect(answer.url?.searchParams.get('error') ?? null).toBeNull();
}

const me = async () =>
  ok(await grove.get('/auth/v1/me', { token: null, headers: { cookie: browser.cookie } }));

/** An own token for a key. */
async function exchange(key: string): Promise<string> {
  const answer = await grove.call('POST', '/sts/exchange', {
    token: null,
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: key,
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return String(ok(answer)['access_token']);
}

/** The caller's identity in this organization, and its bindings. */
async function mine(): Promise<{ identity: string; bindings: Json[] }> {
  const [identity] = (await me())['identities'] as Json[];
  const uid = String(identity?.['uid']);
  const answer = ok(await grove.get(`${BINDINGS}?identity=${uid}&order_by=created_at`));
  return { identity: uid, bindings: answer['roleBindings'] as Json[] };
}

/** `ROLE at GROUP` of each binding, sorted. */
async function held(): Promise<string[]> {
  const { bindings } = await mine();
  return bindings
    .map(({ role, group: at }) => `${(role as Json)['name']} at ${(at as Json)['uid']}`)
    .sort();
}

const editorAt = (uid: string) => `editor at ${uid}`;

describe('at a sign-in', () => {
  it('keeps what a rule gave while its claim is elsewhere, and records that', async () => {
    await setRules([rule(), rule({ claim: 'staff', value: 'true', roleUid: roleUidOf('viewer') })]);
    await signIn('overage', { groups: ['admins'], staff: true });
    expect(await held()).toEqual([editorAt(group), `viewer at ${group}`]);
    const source = { source: { endpoint: 'https://graph.example/groups' } };
    await signIn('overage', { _claim_names: { groups: 'source' }, _claim_sources: source });
    expect(await held()).toEqual([editorAt(group)]);
    const { identity } = await mine();
    const log = ok(await grove.get(`/iam/v2beta1/auditEvents?resource=${identity}`));
    const records = log['auditEvents'] as Json[];
    expect(records.find(({ type }) => type === 'grove.iam.claims.elsewhere.v1')).toMatchObject({
      after: { claims: ['groups'] },
    });
    await signIn('overage');
    expect(await held()).toEqual([]);
  });

  it('binds the roles whose claims match, in texts, lists, numbers and booleans', async () => {
    await setRules([
      rule(),
      rule({ value: undefined, pattern: 'team-.*', groupUid: below }),
      rule({ claim: 'staff', value: 'true', roleUid: roleUidOf('viewer') }),
    ]);
    await signIn('text', { groups: 'admins' });
    expect(await held()).toEqual([editorAt(group)]);
    await signIn('list', { groups: ['x', 'team-a', 'admins'], staff: true });
    expect(await held()).toEqual([editorAt(group), editorAt(below), `viewer at ${group}`].sort());
    await signIn('part', { groups: ['an admins', 'my team-a'], staff: 'TRUE' });
    expect(await held()).toEqual([]);
    await signIn('nested', { groups: { admins: true }, staff: [[true]] });
    expect(await held()).toEqual([]);
    await signIn('none');
    expect(await held()).toEqual([]);
  });

  it('takes no address that the provider has not verified', async () => {
    await setRules([rule({ claim: 'email', value: undefined, pattern: '.*@example\\.com' })]);
    await signIn('address', { email_verified: false });
    expect(await held()).toEqual([]);
    await signIn('address');
    expect(await held()).toEqual([editorAt(group)]);
  });

  it('removes bindings that no rule makes any more, and none made by hand', async () => {
    await setRules([rule(), rule({ groupUid: below })]);
    await signIn('mover');
    const { identity } = await mine();
    const byHand = await bind(grove, group, identity, 'editor');
    await bind(grove, beside, identity, 'viewer');
    await signIn('mover', { groups: ['admins'] });
    // A binding made by hand is not duplicated.
    expect(await held()).toEqual([editorAt(group), editorAt(below), `viewer at ${beside}`].sort());
    const made = (await mine()).bindings.filter((one) => one['providerUid'] !== undefined);
    expect(made).toEqual([
      expect.objectContaining({
        providerUid: provider,
        group: expect.objectContaining({ uid: below }) as Json,
      }),
    ]);
    await signIn('mover', { groups: ['others'] });
    expect(await held()).toEqual([editorAt(group), `viewer at ${beside}`].sort());
    expect((await mine()).bindings[0]?.['uid']).toBe(byHand['uid']);
  });

  it('keeps a binding as it is while it matches, and records what it makes and removes', async () => {
    await setRules([rule()]);
    await signIn('kept', { groups: ['admins'] });
    const [first] = (await mine()).bindings;
    await signIn('kept', { groups: ['admins'] });
    expect((await mine()).bindings).toEqual([first]);
    await signIn('kept', {});
    const { identity } = await mine();
    const events = await rowsIn('AuditEvent').findMany({
      where: { resource: String(first?.['uid']) },
      orderBy: { createTime: 'asc' },
    });
    expect(events.map(({ type }) => type)).toEqual([
      'grove.iam.role_binding.created.v1',
      'grove.iam.role_binding.deleted.v1',
    ]);
    const named = { provider: { uid: provider, name: 'provider 1' }, roleRule: rule() };
    expect(events[0]).toMatchObject({ actor: identity, after: named });
    expect(events[1]).toMatchObject({ actor: identity, before: named });
  });

  it('leaves an organization its last owner', async () => {
    const kept = { group, provider };
    [group, provider] = [root, ofRoot];
    try {
      await setRules([rule({ roleUid: roleUidOf('owner') })]);
      await signIn('heir', { groups: ['admins'] });
      const all = ok(await grove.get(`${BINDINGS}?group=${group}`))['roleBindings'] as Json[];
      const first = all.find((one) => one['providerUid'] === undefined);
      const headers = { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' };
      const asHeir = { token: null, headers };
      okEmpty(await grove.del(`${BINDINGS}/${String(first?.['uid'])}`, asHeir));
      const path = `${PROVIDERS}/${provider}`;
      expect(preconditions(await grove.patch(path, { roleRules: [] }, asHeir))).toEqual([
        'LAST_OWNER',
      ]);
      expect(preconditions(await grove.del(path, asHeir))).toEqual(['LAST_OWNER']);
      await signIn('heir', { groups: [] });
      const left = await rowsIn('RoleBinding').findMany({ where: { parent: group } });
      expect(left).toHaveLength(1);
    } finally {
      ({ group, provider } = kept);
    }
  });
});

describe('a binding made by a rule', () => {
  it('is neither changed nor removed by hand', async () => {
    await setRules([rule()]);
    await signIn('owned', { groups: ['admins'] });
    const [binding] = (await mine()).bindings;
    const uid = String(binding?.['uid']);
    const change = await grove.patch(`${BINDINGS}/${uid}`, { roleUid: roleUidOf('viewer') });
    expect(preconditions(change)).toEqual(['MADE_BY_PROVIDER']);
    expect(preconditions(await grove.del(`${BINDINGS}/${uid}`))).toEqual(['MADE_BY_PROVIDER']);
    expect((await grove.del(`/iam/v1/roleBindings/${uid}`)).status).not.toBe(200);
    const other = ok(
      await grove.post(`${BINDINGS}/${beside}`, {
        identityUid: (await mine()).identity,
        roleUid: roleUidOf('viewer'),
        providerUid: provider,
      }),
    );
    expect(other).not.toHaveProperty('providerUid');
    expect(await held()).toEqual([editorAt(group), `viewer at ${beside}`].sort());
  });

  it('ends with the rule, at once', async () => {
    await setRules([rule(), rule({ groupUid: below })]);
    await signIn('ended', { groups: ['admins'] });
    await setRules([rule({ claim: 'other', groupUid: below })]);
    expect(await held()).toEqual([editorAt(below)]);
    await signIn('ended', { groups: ['admins'] });
    expect(await held()).toEqual([]);
  });

  it('ends with the issuer, and with the provider', async () => {
    const made = async () =>
      (await rowsIn('RoleBinding').findMany({ where: { providerUid: doomed } })).length;
    const kept = provider;
    provider = doomed;
    await setRules([rule()]);
    await signIn('leaver', { groups: ['admins'] });
    expect(await made()).toBe(1);
    const elsewhere = { ...oidc(), issuer: 'https://elsewhere.example.com' };
    ok(await grove.patch(`${PROVIDERS}/${doomed}`, { oidc: elsewhere }));
    expect(await made()).toBe(0);
    ok(await grove.patch(`${PROVIDERS}/${doomed}`, { oidc: oidc() }));
    await signIn('leaver', { groups: ['admins'] });
    expect(await made()).toBe(1);
    okEmpty(await grove.del(`${PROVIDERS}/${doomed}`));
    expect(await made()).toBe(0);
    provider = kept;
  });

  it('needs permission to remove bindings, where they are', async () => {
    await setRules([rule({ groupUid: below })]);
    await signIn('guarded', { groups: ['admins'] });
    const role = await newRole(grove, [
      'groups.list',
      'identity_providers.list',
      'identity_providers.update',
    ]);
    const { token } = await personWith(grove, role, group);
    failure(await patch([], token), 'PERMISSION_DENIED');
    expect(await held()).toEqual([editorAt(below)]);
  });
});

describe('a key that was made before', () => {
  it('gains no roles that a rule binds later, and neither do its exchanged tokens', async () => {
    await setRules([rule({ roleUid: roleUidOf('owner') })]);
    // An editor who expects a new owner creates the identity and its key first.
    const { token } = await personWith(grove, 'editor', group);
    const claimMatch = { issuer: issuer.issuer, subject: 'boss' };
    const path = `/iam/v2beta1/identities/${group}`;
    const { uid } = ok(await grove.post(path, { name: 'boss', claimMatch }, { token }));
    const keyOf = async (name: string, by: string) => {
      const body = { name, identityUid: uid, ttl: '3600s' };
      const made = await grove.post(`/iam/v2beta1/identityKeys/${group}`, body, { token: by });
      return String(ok(made)['key']);
    };
    const early = await keyOf('early', token);
    const exchanged = await exchange(early);
    await bind(grove, group, String(uid), 'viewer');
    await signIn('boss', { groups: ['admins'] });
    expect(await held()).toEqual([`owner at ${group}`, `viewer at ${group}`]);
    const creates = (by: string) =>
      grove.post(`/iam/v2beta1/groups/${group}`, { name: newName('by key') }, { token: by });
    for (const one of [early, exchanged, await exchange(early)]) {
      failure(await creates(one), 'PERMISSION_DENIED');
      ok(await grove.get(`/iam/v2beta1/groups/${group}`, { token: one }));
    }
    const late = await keyOf('late', grove.ownerToken);
    ok(await creates(late));
    ok(await creates(await exchange(late)));
    await signIn('boss', { groups: ['admins'] });
    ok(await creates(late));
  });
});

describe('a rule', () => {
  it.each<[string, Json, string]>([
    ['a claim', { claim: '' }, 'claim'],
    ['a value or a pattern', { value: undefined }, 'value'],
    ['a pattern of RE2', { value: undefined, pattern: '(?=a)' }, 'pattern'],
    ['a small pattern', { value: undefined, pattern: '(a{100}){9}' }, 'pattern'],
    ['a role', { roleUid: 'editor' }, 'roleUid'],
    ['known fields', { names: 'x' }, 'names'],
  ])('asks for %s', async (_, change, field) => {
    expect(badFields(await patch([rule({ groupUid: below }), rule(change)]))).toEqual([
      `roleRules.1.${field}`,
    ]);
  });

  it('has a value or a pattern, not both', async () => {
    expect(badFields(await patch([rule({ pattern: 'a' })]))).toEqual([
      'roleRules.0.pattern',
      'roleRules.0.value',
    ]);
  });

  it('binds in the group of the provider or below it', async () => {
    for (const groupUid of [beside, grove.rootUid, `${group}/0123456789abcdef`]) {
      expect(badFields(await patch([rule({ groupUid })]))).toEqual(['roleRules.0.groupUid']);
    }
  });

  it('is one of at most 50', async () => {
    const many = Array.from({ length: 51 }, (_, index) => rule({ value: `v${index}` }));
    expect(badFields(await patch(many))).toEqual(['roleRules']);
    await setRules(many.slice(1));
  });

  it('grants no more than its author holds', async () => {
    const role = await newRole(grove, [
      'groups.list',
      'identity_providers.list',
      'identity_providers.update',
      'role_bindings.create',
      'roles.list',
    ]);
    const { token } = await personWith(grove, role, grove.rootUid);
    const owner = rule({ roleUid: roleUidOf('owner') });
    failure(await patch([owner], token), 'PERMISSION_DENIED');
    ok(await patch([rule({ roleUid: role })], token));
    await setRules([owner]);
    // With another issuer, that issuer would decide who becomes an owner.
    const path = `${PROVIDERS}/${provider}`;
    const changed = { oidc: { clientId: 'another', clientSecret: 'x' } };
    failure(await grove.patch(path, changed, { token }), 'PERMISSION_DENIED');
    ok(await grove.patch(path, { description: 'no more than words' }, { token }));
  });

  it('keeps its role, and ends with its group', async () => {
    const role = await newRole(grove, ['groups.list']);
    const gone = await newGroup(grove, below);
    await setRules([rule({ roleUid: role }), rule({ groupUid: gone })]);
    expect(preconditions(await grove.del(`/iam/v2beta1/roles/${role}`))).toEqual([
      'RESOURCE_IN_USE',
    ]);
    okEmpty(await grove.del(`/iam/v2beta1/groups/${gone}`));
    const { roleRules } = ok(await grove.get(`${PROVIDERS}/${provider}`));
    expect(roleRules).toEqual([rule({ roleUid: role })]);
  });
});
