import { expect } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, issuer, newName, withIssuer, withSettings } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Json } from '../harness.ts';
import { failure, ok, okEmpty } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newOrganization, register } from '../support/organizations.ts';
import { bind, newPerson } from '../support/people.ts';
import { until } from '../../support/until.ts';

const it = withSettings({ GROVE_ALLOW_PRIVATE_ISSUERS: '127.0.0.0/8,::1/128' }, withIssuer);

const IAM = '/iam/v2beta1';

/** The records of refused credentials of a kind, the last first. */
async function uses(kind: string): Promise<Json[]> {
  await writeJoined();
  const type = `grove.iam.${kind}.used.v1`;
  const query = `uidp.children_of=${grove.rootUid}&type=${type}&order_by=created_at desc`;
  return ok(await grove.get(`${IAM}/auditEvents?${query}`))['auditEvents'] as Json[];
}

async function newKey(change: Json = {}) {
  const robot = await newPerson(grove);
  const body = { name: newName('key'), identityUid: robot.uid, ttl: '3600s', ...change };
  const made = ok(await grove.post(`${IAM}/identityKeys/${grove.rootUid}`, body));
  return { robot, uid: String(made['uid']), key: String(made['key']), name: body.name };
}

const ask = async (token: string, headers: Record<string, string> = {}) =>
  failure(await grove.get(`${IAM}/roles`, { token, headers }), 'UNAUTHENTICATED');

it('joins uses of a deleted key, and records none of a key that never was', async () => {
  const { robot, uid, key, name } = await newKey();
  ok(await grove.get('/auth/v1/me', { token: key }));
  okEmpty(await grove.del(`${IAM}/identityKeys/${uid}`));
  for (let time = 0; time < 3; time += 1) await ask(key, { 'user-agent': 'thief/1' });
  const parameters = { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' };
  const subject = { subject_token: key, subject_token_type: `${TYPE}access_token` };
  const form = new URLSearchParams({ ...parameters, ...subject }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await grove.post('/sts/exchange', form, { token: null, headers })).status).toBe(400);
  const [use] = await uses('identity_key');
  expect(use).toMatchObject({
    actor: robot.uid,
    resource: uid,
    credential: uid,
    userAgent: 'thief/1',
    result: 'UNAUTHENTICATED',
    count: 4,
    after: { name, reason: 'the key does not exist, or was deleted' },
  });
  const before = await rowsIn('AuditEvent').count();
  await ask(`${key.slice(0, -8)}${'0'.repeat(8)}`);
  await ask((await newKey()).key.replace(/.{6}$/, 'AAAAAA'));
  await writeJoined();
  expect(await rowsIn('AuditEvent').count()).toBeLessThanOrEqual(before + 2);
  expect(await uses('identity_key')).toHaveLength(1);
});

const TYPE = 'urn:ietf:params:oauth:token-type:';

it('records a key whose identity is deleted, one that has expired, and one from elsewhere', async () => {
  const gone = await newKey();
  okEmpty(await grove.del(`${IAM}/identities/${gone.robot.uid}`));
  await ask(gone.key);
  const old = await newKey();
  const expired = { expirationTime: new Date(Date.now() - 1_000) };
  await rowsIn('IdentityKey').update({ where: { uid: old.uid }, data: expired });
  await ask(old.key);
  const elsewhere = await newKey({ allowedNetworks: ['203.0.113.0/24'] });
  await ask(elsewhere.key);
  const blocked = await newKey();
  ok(await grove.post(`${IAM}/identities:block`, { uid: blocked.robot.uid }));
  await ask(blocked.key);
  const found = (await uses('identity_key')).map(({ resource }) => resource);
  for (const { uid } of [gone, old, elsewhere, blocked]) expect(found).toContain(uid);
});

it('records a revoked token, a token for another audience and one of a blocked person', async () => {
  const person = await newPerson(grove);
  const form = new URLSearchParams({ token: person.token }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await grove.post('/oauth/revoke', form, { token: null, headers })).status).toBe(200);
  await ask(person.token);
  expect((await uses('token')).at(0)).toMatchObject({
    resource: person.uid,
    actor: person.uid,
    after: { reason: 'the token was revoked' },
  });
  const subject = newName('ci');
  const claimMatch = { issuer: issuer.issuer, subject };
  const path = `${IAM}/identities/${grove.rootUid}`;
  const { uid } = ok(await grove.post(path, { name: subject, claimMatch }));
  await ask(await issuer.sign({ sub: subject, aud: 'https://elsewhere.example' }));
  const of = async () => (await uses('token')).filter(({ resource }) => resource === uid);
  expect(await of()).toMatchObject([
    {
      subject,
      issuer: issuer.issuer,
      after: { reason: 'the token is meant for another audience' },
    },
  ]);
  await ask(await issuer.sign({ sub: 'nobody', aud: 'https://elsewhere.example' }));
  ok(await grove.post(`${IAM}/identities:block`, { uid }));
  await ask(await issuer.sign({ sub: subject, aud: grove.url }));
  const blocked = (await uses('token')).filter(({ resource }) => resource === grove.rootUid);
  expect(blocked).toMatchObject([{ subject, actor: `${issuer.issuer} ${subject}` }]);
});

it('records nothing where an organization merely names the person', async () => {
  const [acme, evil] = [await newOrganization(grove), await newOrganization(grove)];
  const claimMatch = { issuer: issuer.issuer, subject: newName('person') };
  const own = await register(grove, acme, claimMatch);
  const named = await register(grove, evil, claimMatch);
  await bind(grove, acme.root, own, 'viewer', acme);
  const signed = (aud: string) => issuer.sign({ sub: claimMatch.subject, aud });
  ok(await grove.get(`${IAM}/groups/${acme.root}`, { token: await signed(grove.url) }));
  await until(async () => {
    const { lastSeenTime, createTime } = await rowsIn('Identity').findOnly({
      where: { uid: own },
    });
    expect(lastSeenTime).not.toEqual(createTime);
  });
  const usesIn = async (root: string) => {
    await writeJoined();
    const where = { parent: root, result: 'UNAUTHENTICATED' };
    return (await rowsIn('AuditEvent').findMany({ where })).map(({ type }) => type);
  };
  await ask(await signed('https://elsewhere.example'));
  expect(await usesIn(acme.root)).toEqual(['grove.iam.token.used.v1']);
  expect(await usesIn(evil.root)).toEqual([]);
  for (const { root, token } of [acme, evil]) {
    const uid = root === acme.root ? own : named;
    ok(await grove.post(`${IAM}/identities:block`, { uid }, { token }));
  }
  await ask(await signed(grove.url));
  expect(await usesIn(acme.root)).toHaveLength(2);
  expect(await usesIn(evil.root)).toEqual([]);
});

it('records an ended session, and keeps what ended no longer than it would have lasted', async () => {
  const browser = new TestBrowser(grove.url, '203.0.113.1');
  await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD);
  const { cookie } = browser;
  const { uid } = await rowsIn('Session').findOnly();
  await browser.post('signout');
  const asked = { token: null, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
  failure(await grove.get('/auth/v1/me', asked), 'UNAUTHENTICATED');
  expect(await uses('session')).toMatchObject([
    { resource: grove.ownerUid, credential: uid, result: 'UNAUTHENTICATED' },
  ]);
  const ended = await rowsIn('EndedCredential').findMany();
  expect(ended.map(({ hash }) => hash)).toContain(uid);
  const data = { expireTime: new Date(0) };
  for (const { hash } of ended) await rowsIn('EndedCredential').update({ where: { hash }, data });
  okEmpty(await grove.del(`${IAM}/identityKeys/${(await newKey()).uid}`));
  expect(await rowsIn('EndedCredential').count()).toBe(1);
});
