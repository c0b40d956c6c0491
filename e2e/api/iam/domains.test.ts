import { afterAll, afterEach, beforeEach, describe, expect } from 'vitest';
import { checkDueDomains } from '#lib/service/groups/domain-checks.ts';
import { releaseDomain } from '#lib/service/groups/domains.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import type { DnsAnswer } from '../../support/dns-server.ts';
import { CLIENT_SECRET, startOidcIssuer } from '../../support/oidc-issuer.ts';
import type { OidcIssuer } from '../../support/oidc-issuer.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { visitIssuer } from '../../support/visit-issuer.ts';
import { dns, grove, withDns } from '../fixtures.ts';
import type { Answer, CallOptions, Json } from '../harness.ts';
import { badFields, denied, failure, ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup, newRole, personWith } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const DAY_MS = 24 * 60 * 60 * 1000;

const it = withDns();

let issuer: OidcIssuer;
let other: { root: string; token: string };
/** The provider of the other organization. */
let provider: string;
/** The claims that the issuer puts into every token in place of the person's address. */
let said: Json = {};

it.beforeAll(async () => {
  const { token } = await personWith(grove, 'owner', grove.rootUid);
  const created = ok(await grove.post(`${IAM}/groups`, { name: 'other' }, { token }));
  other = { root: String(created['uid']), token };
  const redirectUris: string[] = [];
  issuer = await startOidcIssuer({
    redirectUris,
    claimsOf: (login) => ({ email: login.replace('+', '@'), email_verified: true, ...said }),
  });
  provider = await newProvider(other.root, { token });
  redirectUris.push(`${grove.url}/api/auth/callback/${provider.replaceAll('/', '.')}`);
  await issuer.rotate();
});

afterAll(() => issuer.stop());

beforeEach(() => {
  dns.answers.clear();
  dns.asked.length = 0;
});

afterEach(async () => {
  await rowsIn('Domain').delete();
  await rowsIn('IdentityProvider').delete({ where: { parent: grove.rootUid } });
});

const claim = (name: string, options?: CallOptions, groupUid = grove.rootUid) =>
  grove.post(`${IAM}/groups:claimDomain`, { groupUid, name }, options);
const release = (name: string, options?: CallOptions, groupUid = grove.rootUid) =>
  grove.post(`${IAM}/groups:releaseDomain`, { groupUid, name }, options);
const read = (options?: CallOptions, uid = grove.rootUid) =>
  grove.get(`${IAM}/groups:listDomains?group_uid=${encodeURIComponent(uid)}`, options);
const domains = async () => ok(await read())['domains'] as Json[];
const askCheck = (name: string, options?: CallOptions, groupUid = grove.rootUid) =>
  grove.post(`${IAM}/groups:checkDomain`, { groupUid, name }, options);

/** A check long after the last one. */
async function check(name: string, options?: CallOptions, groupUid?: string): Promise<Answer> {
  await rowsIn('Domain').update({
    where: { name, parent: groupUid ?? grove.rootUid },
    data: { checkTime: null },
  });
  return askCheck(name, options, groupUid);
}

const publish = ({ recordName, recordValue }: Json, more: readonly string[] = []) =>
  dns.answers.set(String(recordName), [...more, String(recordValue)]);

async function verified(name: string, options?: CallOptions, groupUid?: string): Promise<Json> {
  publish(ok(await claim(name, options, groupUid)));
  return ok(await check(name, options, groupUid));
}

async function newProvider(group: string, options: CallOptions = {}): Promise<string> {
  const oidc = { issuer: issuer.issuer, clientId: 'grove', clientSecret: CLIENT_SECRET };
  const body = { name: 'people', defaultRole: builtInRole('viewer').uid, oidc };
  return String(ok(await grove.post(`${IAM}/identityProviders/${group}`, body, options))['uid']);
}

/** The caller after a sign-in at the other organization's provider. */
async function signedIn(email: string): Promise<Json> {
  const browser = new TestBrowser(grove.url);
  const login = email.replace('@', '+');
  const visit = { browser, grove: grove.url, issuer: issuer.issuer, uid: provider, login };
  const { back } = await visitIssuer(visit);
  await browser.ask(back.pathname.slice('/api/auth/'.length) + back.search);
  return ok(await grove.get('/auth/v1/me', { token: null, headers: { cookie: browser.cookie } }));
}

/** The newest first. */
const events = async (group: string, token = grove.ownerToken): Promise<Json[]> =>
  ok(await grove.get(`${IAM}/auditEvents?uidp.childrenOf=${group}&page_size=200`, { token }))[
    'auditEvents'
  ] as Json[];

describe('the claim of a domain', () => {
  it('says which record to publish, and is verified once a check finds it', async () => {
    const claimed = ok(await claim('Bücher.Example.'));
    expect(claimed).toMatchObject({
      groupUid: grove.rootUid,
      name: 'xn--bcher-kva.example',
      state: 'PENDING',
      checkResult: 'CHECK_RESULT_UNSPECIFIED',
      recordName: '_grove-challenge.xn--bcher-kva.example',
      recordValue: expect.stringMatching(/^grove-domain-verification=[\w-]{32}$/) as string,
    });
    publish(claimed, ['something else', 'v'.repeat(300)]);
    const found = ok(await askCheck('bücher.example'));
    expect(found).toMatchObject({ state: 'VERIFIED', checkResult: 'FOUND' });
    expect(await domains()).toEqual([found]);
    ok(await release('bücher.example'));
    expect(await domains()).toEqual([]);
    failure(await release('bücher.example'), 'NOT_FOUND');
    failure(await askCheck('bücher.example'), 'NOT_FOUND');
    const types = (await events(grove.rootUid)).map(({ type }) => type);
    for (const event of ['created', 'verified', 'deleted']) {
      expect(types).toContain(`grove.iam.domain.${event}.v1`);
    }
  });

  it.each<[string, DnsAnswer]>([
    ['NO_SUCH_NAME', 'NXDOMAIN'],
    ['NO_RECORD', []],
    ['OTHER_VALUE', ['grove-domain-verification=x']],
    ['TOO_MANY_RECORDS', Array.from({ length: 51 }, (_, index) => `${index}`)],
    ['RESOLVER_REFUSED', 'REFUSED'],
    ['RESOLVER_FAILED', 'SERVFAIL'],
    ['RESOLVER_TIMED_OUT', 'silent'],
  ])('names the failure %s', async (checkResult, answer) => {
    dns.answers.set(String(ok(await claim('example.net'))['recordName']), answer);
    expect(ok(await askCheck('example.net'))).toMatchObject({ state: 'PENDING', checkResult });
  });

  it('names what cannot be claimed', async () => {
    for (const name of ['co.uk', 'com', 'github.io', '192.0.2.1', 'a b.com', 'x@y.com', '-.com']) {
      expect(badFields(await claim(name)), name).toEqual(['name']);
    }
    expect(badFields(await claim(`${'a.'.repeat(119)}com`))).toEqual(['name']);
    expect(badFields(await grove.post(`${IAM}/groups:claimDomain`, {}))).toEqual([
      'groupUid',
      'name',
    ]);
    const child = await newGroup(grove, grove.rootUid);
    expect(badFields(await claim('example.com', {}, child))).toEqual(['groupUid']);
    expect(badFields(await read({}, child))).toEqual(['group_uid']);
    ok(await claim('example.com'));
    failure(await claim('EXAMPLE.com'), 'ALREADY_EXISTS');
  });

  it('is one of at most twenty', async () => {
    for (let index = 0; index < 20; index += 1) ok(await claim(`d${index}.example`));
    failure(await claim('one-more.example'), 'RESOURCE_EXHAUSTED');
  });

  it('takes all that an owner may do', async () => {
    const role = await newRole(grove, ['groups.list', 'groups.update']);
    const { token } = await personWith(grove, role, grove.rootUid);
    ok(await claim('example.com'));
    for (const call of [claim, release, askCheck]) {
      expect((await call('example.com', { token })).status).toBe(403);
    }
    denied(await read({}, other.root), 'groups.update', other.root);
  });

  it('is not checked twice at once', async () => {
    ok(await claim('example.com'));
    ok(await askCheck('example.com'));
    const again = await askCheck('example.com');
    failure(again, 'RESOURCE_EXHAUSTED');
    expect(dns.asked).toHaveLength(1);
  });

  it('blocks nobody until it is verified, and then names nobody', async () => {
    ok(await claim('example.com'));
    const theirs = { token: other.token };
    publish(ok(await claim('example.com', theirs, other.root)));
    // Both owners publish their records at the same name.
    const [own] = await domains();
    publish(own ?? {}, dns.answers.get('_grove-challenge.example.com') as string[]);
    const both = await Promise.all([
      askCheck('example.com'),
      askCheck('example.com', theirs, other.root),
    ]);
    const results = both.map((answer) => ok(answer)['checkResult']);
    expect(results.toSorted()).toEqual(['FOUND', 'VERIFIED_ELSEWHERE']);
    const loser = both[results.indexOf('VERIFIED_ELSEWHERE')];
    const winner = results[0] === 'FOUND' ? grove.rootUid : other.root;
    expect(loser?.text).not.toContain(winner);
    expect(ok(loser ?? both[0])).toMatchObject({ state: 'PENDING' });
    await releaseDomain(operatorCall(winner), { groupUid: winner, name: 'example.com' });
    const next = winner === other.root ? grove.rootUid : other.root;
    expect(ok(await check('example.com', theirs, next))).toMatchObject({ state: 'VERIFIED' });
  });
});

describe('the schedule', () => {
  const due = (more: object = {}) =>
    rowsIn('Domain').update({
      where: { name: 'example.com' },
      data: { nextCheckTime: new Date(0), ...more },
    });

  it('checks a verified domain when it is due, once', async () => {
    await verified('example.com');
    dns.asked.length = 0;
    await checkDueDomains();
    expect(dns.asked).toEqual([]);
    await due();
    await Promise.all([checkDueDomains(), checkDueDomains()]);
    expect(dns.asked).toEqual(['_grove-challenge.example.com']);
  });

  it('gives up a domain whose record is missing for a week', async () => {
    await verified('example.com');
    dns.answers.clear();
    await due();
    await checkDueDomains();
    const [failing] = await domains();
    expect(failing).toMatchObject({ state: 'VERIFIED', checkResult: 'NO_SUCH_NAME' });
    expect(failing).toHaveProperty('failingTime');
    await due({ failingTime: new Date(Date.now() - 8 * DAY_MS) });
    await checkDueDomains();
    expect(await domains()).toMatchObject([{ state: 'LOST', checkResult: 'NO_SUCH_NAME' }]);
    // A denied attempt of an earlier test may be written only now and would be the newest.
    const records = await events(grove.rootUid);
    expect(records.find(({ type }) => type === 'grove.iam.domain.lost.v1')).toMatchObject({
      actor: 'schedule',
      after: { name: 'example.com', state: 'LOST' },
    });
  });

  it('does not count what is the fault of a resolver, and forgets failures', async () => {
    const { recordName, recordValue } = await verified('example.com');
    dns.answers.set(String(recordName), 'SERVFAIL');
    await due({ failingTime: new Date(Date.now() - 8 * DAY_MS) });
    await checkDueDomains();
    expect(await domains()).toMatchObject([{ state: 'VERIFIED', checkResult: 'RESOLVER_FAILED' }]);
    publish({ recordName, recordValue });
    await due();
    await checkDueDomains();
    const [found] = await domains();
    expect(found).toMatchObject({ state: 'VERIFIED', checkResult: 'FOUND' });
    expect(found).not.toHaveProperty('failingTime');
  });
});

describe('an address of a verified domain', () => {
  it('is not taken from a provider of another organization', async () => {
    const before = await signedIn('ann@example.com');
    expect(before['principal']).toMatchObject({ email: 'ann@example.com' });
    await verified('example.com');
    const { principal, identities } = await signedIn('bob@mail.example.com');
    expect(principal).toMatchObject({ email: '', withheldEmail: 'bob@mail.example.com' });
    const [identity] = identities as Json[];
    expect(identity).not.toHaveProperty('email');
    expect(identity?.['name']).not.toContain('@');
    const records = await events(other.root, other.token);
    expect(records.find(({ type }) => type === 'grove.iam.address.withheld.v1')).toMatchObject({
      resource: identity?.['uid'],
      after: { email: 'bob@mail.example.com' },
    });
    expect((await signedIn('eve@example.org'))['principal']).toMatchObject({
      email: 'eve@example.org',
    });
    await newProvider(grove.rootUid);
    expect((await signedIn('bob@mail.example.com'))['principal']).toMatchObject({
      email: 'bob@mail.example.com',
    });
  });

  it('matches no role rule of that provider either', async () => {
    const rule = { claim: 'email', pattern: '.*', roleUid: builtInRole('editor').uid };
    const setRules = async (roleRules: readonly Json[]) =>
      ok(
        await grove.patch(
          `${IAM}/identityProviders/${provider}`,
          { roleRules },
          { token: other.token },
        ),
      );
    await rowsIn('IdentityProvider').delete({ where: { parent: grove.rootUid } });
    await setRules([{ ...rule, groupUid: other.root }]);
    const madeBy = async (email: string) =>
      ((await signedIn(email))['roleBindings'] as Json[]).filter(
        ({ role }) => (role as Json)['uid'] === rule.roleUid,
      ).length;
    expect(await madeBy('ulf@example.com')).toBe(1);
    await verified('example.com');
    expect(await madeBy('ulf@example.com')).toBe(0);
    try {
      // Each element of a list is compared, and a pattern does not ask whether it is an address.
      for (const email of [
        ['ulf@example.com'],
        ['x@example.org', 'ulf@example.com'],
        'ulf with spaces@example.com',
        'ulf@a^b.example.com',
        'ULF@Example.com.',
        `ulf@${'a.'.repeat(40_000)}example.com`,
      ]) {
        said = { email };
        expect(await madeBy('odd@example.org'), String(email).slice(0, 40)).toBe(0);
      }
      said = { email: ['ulf@example.org'] };
      expect(await madeBy('odd@example.org')).toBe(1);
    } finally {
      said = {};
      await setRules([]);
    }
  });

  it('is left to the most specific domain', async () => {
    const theirs = { token: other.token };
    await rowsIn('IdentityProvider').delete({ where: { parent: grove.rootUid } });
    await verified('example.com');
    await verified('eu.example.com', theirs, other.root);
    expect((await signedIn('ida@eu.example.com'))['principal']).toMatchObject({
      email: 'ida@eu.example.com',
    });
    expect((await signedIn('ida@us.example.com'))['principal']).toMatchObject({ email: '' });
  });

  it('accepts no invite that is bound to it, also if it was taken before', async () => {
    const browser = new TestBrowser(grove.url);
    const visit = { browser, grove: grove.url, issuer: issuer.issuer, uid: provider };
    const { back } = await visitIssuer({ ...visit, login: 'carl+example.com' });
    await browser.ask(back.pathname.slice('/api/auth/'.length) + back.search);
    const accept = async () => {
      const body = { roleUid: builtInRole('viewer').uid, email: 'carl@example.com', ttl: '3600s' };
      const { code } = ok(await grove.post(`${IAM}/groupInvites/${grove.rootUid}`, body));
      const headers = { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' };
      return grove.post('/auth/v1/invites:accept', { code }, { token: null, headers });
    };
    await verified('example.com');
    failure(await accept(), 'PERMISSION_DENIED');
    ok(await release('example.com').then(() => accept()));
  });

  it('matches an identity only where the organization itself names the issuer', async () => {
    const match = (subject: string) => ({
      name: subject,
      claimMatch: { issuer: issuer.issuer, subject, claims: { email: 'dan@example.com' } },
    });
    const theirs = { token: other.token };
    ok(await grove.post(`${IAM}/identities/${other.root}`, match('theirs'), theirs));
    ok(await grove.post(`${IAM}/identities/${grove.rootUid}`, match('ours')));
    const asks = async (sub: string, email: unknown = 'dan@example.com') => {
      const claims = { sub, aud: grove.url, email, email_verified: true };
      return (await grove.get('/auth/v1/me', { token: await issuer.sign(claims) })).status;
    };
    expect(await asks('theirs')).toBe(200);
    await verified('example.com');
    expect(await asks('theirs')).toBe(401);
    expect(await asks('theirs', ['x@example.org', 'dan@example.com'])).toBe(401);
    expect(await asks('ours')).toBe(200);
    ok(await release('example.com'));
    expect(await asks('theirs')).toBe(200);
  });
});
