import { beforeEach, describe, expect } from 'vitest';
import { newChildUid } from '#lib/aip/uid.ts';
import { transaction } from '#lib/store/store.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, CallOptions, Json } from '../harness.ts';
import { badFields, denied, failure, ok, preconditions, TIME } from '../support/answers.ts';
import { join, newGroup, personWith } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const PASSWORD = 'correct horse battery staple';

let group: string;
let uid: string;
let email: string;
let count = 0;

beforeEach(async () => {
  group = await newGroup(grove, grove.rootUid);
  email = `person-${(count += 1)}@example.com`;
  uid = await join(grove, 'viewer', group, { email, password: PASSWORD });
});

const sessions = (identity = uid, options?: CallOptions): Promise<Answer> =>
  grove.get(`${IAM}/identities:sessions?identity_uid=${identity}`, options);
const end = (body: Json = {}, options?: CallOptions): Promise<Answer> =>
  grove.post(`${IAM}/identities:endSessions`, { identityUid: uid, ...body }, options);
const listed = async () => ok(await sessions())['sessions'] as Json[];

async function signIn(): Promise<TestBrowser> {
  const browser = new TestBrowser(grove.url, `198.51.100.${(count += 1) % 250}`);
  expect(await browser.signIn(email, PASSWORD)).toBeNull();
  return browser;
}

const statusOf = async ({ cookie }: TestBrowser): Promise<number> => {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  return (await grove.get('/auth/v1/me', { token: null, headers })).status;
};

/** A session of the issuer and subject that began through a provider there. */
async function sessionThrough(provider: string | null, issuer: string, subject: string) {
  const now = new Date();
  const session = {
    uid: crypto.randomUUID(),
    issuer,
    subject,
    email: '',
    name: '',
    userAgent: 'Somewhere',
    network: null,
    claims: { iss: issuer, sub: subject },
    provider,
    providerSid: null,
    passkey: false,
    factorTime: null,
    secondFactor: false,
    passkeyShown: false,
    passkeySince: null,
    longestPause: 0,
    authenticatedTime: now,
    createTime: now,
    lastSeenTime: now,
    expireTime: new Date(now.getTime() + 3_600_000),
  };
  await transaction((tx) => tx.insertAll('Session', [session]));
}

describe('the sessions of a person', () => {
  it('are listed, and end one by one or all at once', async () => {
    expect(ok(await sessions())).toEqual({ sessions: [], providers: [] });
    const browsers = [await signIn(), await signIn(), await signIn()];
    const [first, ...others] = await listed();
    expect(others).toHaveLength(2);
    expect(first).toEqual({
      uid: expect.any(String) as string,
      userAgent: expect.any(String) as string,
      passkey: false,
      createTime: expect.stringMatching(TIME) as string,
      lastSeenTime: expect.stringMatching(TIME) as string,
      expireTime: expect.stringMatching(TIME) as string,
    });
    expect(ok(await end({ sessionUid: first?.['uid'] }))).toEqual({ ended: 1 });
    const statuses = await Promise.all(browsers.map(statusOf));
    expect(statuses.toSorted()).toEqual([200, 200, 401]);
    failure(await end({ sessionUid: first?.['uid'] }), 'NOT_FOUND');
    expect(ok(await end())).toEqual({ ended: 2 });
    expect(await Promise.all(browsers.map(statusOf))).toEqual([401, 401, 401]);
    expect(ok(await end())).toEqual({ ended: 0 });
    expect(await listed()).toEqual([]);
    const { auditEvents } = ok(await grove.get(`${IAM}/auditEvents?resource=${uid}`));
    const types = (auditEvents as Json[]).map(({ type }) => type);
    expect(types.filter((type) => type === 'grove.iam.session.ended.v1')).toHaveLength(2);
  });

  it('are those that began in the organization', async () => {
    const [issuer, subject] = ['https://idp.example.com', `person ${count}`];
    const claimMatch = { issuer, subject };
    const body = { name: subject, claimMatch };
    uid = String(ok(await grove.post(`${IAM}/identities/${group}`, body))['uid']);
    const oidc = { issuer, clientId: 'c' };
    const name = `provider ${count}`;
    const made = ok(await grove.post(`${IAM}/identityProviders/${group}`, { name, oidc }));
    const provider = String(made['uid']);
    await sessionThrough(provider, issuer, subject);
    await sessionThrough(newChildUid('f'.repeat(40)), issuer, subject);
    await sessionThrough(provider, issuer, 'somebody else');
    const answer = ok(await sessions());
    expect(answer['sessions']).toMatchObject([{ userAgent: 'Somewhere', providerName: name }]);
    expect(answer['providers']).toEqual([{ uid: provider, name }]);
    expect(ok(await end())).toEqual({ ended: 1 });
  });

  it('are for those who may take away all that the person has here', async () => {
    await signIn();
    const viewer = await personWith(grove, 'viewer', grove.rootUid);
    denied(await sessions(uid, viewer), 'identity.update', uid);
    denied(await end({}, viewer), 'identity.update', uid);
    const editor = await personWith(grove, 'editor', group);
    denied(await sessions(uid, editor), 'role_bindings.delete', group);
    denied(await end({}, editor), 'role_bindings.delete', group);
    const owner = await personWith(grove, 'owner', group);
    expect(ok(await end({}, owner))).toEqual({ ended: 1 });
    // An identity that names an owner of the organization shows none of the owner's sessions.
    const claimMatch = { issuer: grove.url, subject: grove.ownerUid };
    const trap = ok(
      await grove.post(`${IAM}/identities/${group}`, { name: 'trap', claimMatch }, owner),
    );
    const trapUid = String(trap['uid']);
    denied(await sessions(trapUid, owner), 'role_bindings.delete', trapUid);
  });

  it('belong to nobody whom a pattern matches', async () => {
    const claimMatch = { issuer: grove.url, subjectPattern: '.*' };
    const made = await grove.post(`${IAM}/identities/${group}`, { name: 'all', claimMatch });
    uid = String(ok(made)['uid']);
    expect(preconditions(await sessions())).toEqual(['NO_PERSON']);
    expect(preconditions(await end())).toEqual(['NO_PERSON']);
  });

  it('name each field that is wrong, and the identity that does not exist', async () => {
    expect(badFields(await sessions('x'))).toEqual(['identityUid']);
    expect(badFields(await end({ sessionUid: '' }))).toEqual(['sessionUid']);
    failure(await sessions(newChildUid(group)), 'NOT_FOUND');
  });
});

describe('a blocked account', () => {
  it('gets nowhere with its password, nor with the sessions that it has', async () => {
    const before = await signIn();
    expect(await statusOf(before)).toBe(200);
    ok(await grove.post(`${IAM}/identities:block`, { uid }));
    expect([await statusOf(before), await statusOf(await signIn())]).toEqual([401, 401]);
    ok(await grove.post(`${IAM}/identities:unblock`, { uid }));
    expect(await statusOf(before)).toBe(200);
  });
});
