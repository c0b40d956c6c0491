import { afterEach, beforeEach, expect, vi } from 'vitest';
import { newChildUid } from '#lib/aip/uid.ts';
import { writeJoined } from '#lib/audit/joined.ts';
import { countFailedProvider } from '#lib/auth/access-record.ts';
import { setSessionLimits } from '#lib/auth/sessions/session-limits.ts';
import { revoke, rotate } from '#lib/service/keys/change-keys.ts';
import { chainAndSign } from '#lib/service/record/upkeep.ts';
import { verifyChain } from '#lib/service/record/verify.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Json } from '../harness.ts';
import { ok, okEmpty } from '../support/answers.ts';
import { exchangeToken } from '../support/exchange.ts';
import { PASSWORD, someone } from '../support/own-accounts.ts';
import { rowsIn } from '../support/database.ts';

const WRONG = 'not the password at all';
let browser: TestBrowser;
let network: string;
let nth = 0;

beforeEach(async () => {
  // A network of each test's own, so that attempts of different tests are not joined.
  network = `203.0.113.${(nth += 1)}`;
  browser = new TestBrowser(grove.url, network);
  await rowsIn('Attempt').delete();
});

afterEach(() => {
  vi.useRealTimers();
});

/** The events from this test's network, the oldest first. */
async function events(filter = `network=${network}`): Promise<Json[]> {
  await writeJoined();
  const query = `${filter}&order_by=created_at asc&uidp.descendants_of=${grove.rootUid}`;
  return ok(await grove.get(`/iam/v2beta1/auditEvents?${query}`))['auditEvents'] as Json[];
}

const inBrief = (list: Json[]) =>
  list.map(({ type, result, count }) => [
    String(type).slice('grove.iam.'.length, -3),
    result,
    count,
  ]);

/** All within one minute. */
function freeze(): void {
  const minute = Math.ceil(Date.now() / 60_000) * 60_000;
  vi.useFakeTimers({ now: minute, toFake: ['Date'] });
}

it('records who signed in, from where, with which session, and its end', async () => {
  expect(await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBeNull();
  const { uid } = await rowsIn('Session').findOnly({ where: { subject: grove.ownerUid } });
  await browser.post('signout');
  const list = await events();
  expect(inBrief(list)).toEqual([
    ['session.started', 'OK', undefined],
    ['session.ended', 'OK', undefined],
  ]);
  for (const event of list) {
    expect(event).toMatchObject({
      actor: grove.ownerUid,
      resource: grove.ownerUid,
      group: grove.rootUid,
      issuer: grove.url,
      subject: grove.ownerUid,
      network,
      credential: uid,
      after: { name: grove.organization.identity['name'] },
    });
  }
  expect(await events(`credential=${uid}`)).toEqual(list);
});

it('joins wrong passwords by the minute, then those that had to wait', async () => {
  freeze();
  for (let time = 0; time < 7; time += 1) await browser.signIn(OWNER_EMAIL, WRONG);
  // Events of the same time have no defined order.
  expect(inBrief(await events()).sort()).toEqual([
    ['session.started', 'RESOURCE_EXHAUSTED', 2],
    ['session.started', 'UNAUTHENTICATED', 5],
  ]);
});

it('records nothing about addresses without an account', async () => {
  await browser.signIn('nobody@example.com', WRONG);
  expect(await events()).toEqual([]);
});

it('joins exchanges of tokens', async () => {
  freeze();
  for (let time = 0; time < 3; time += 1) {
    ok(await exchangeToken(grove, grove.ownerToken));
  }
  expect(inBrief(await events('type=grove.iam.token.exchanged.v1'))).toEqual([
    ['token.exchanged', 'OK', 3],
  ]);
});

it('records a changed password and each session that it ends', async () => {
  const { uid, email } = await someone(grove);
  const sessionsOf = { where: { subject: uid } };
  const other = await rowsIn('Session').findOnly(sessionsOf);
  await browser.signIn(email, PASSWORD);
  const body = { currentPassword: PASSWORD, newPassword: 'another battery staple' };
  const headers = {
    cookie: browser.cookie,
    'sec-fetch-site': 'same-origin',
    'user-agent': 'x'.repeat(1_000),
  };
  ok(await grove.call('POST', '/auth/v1/password', { token: null, body, headers }));
  const [changed] = await events('type=grove.iam.password.updated.v1');
  expect(changed).toMatchObject({ actor: uid, userAgent: 'x'.repeat(256) });
  const left = await rowsIn('Session').findOnly(sessionsOf);
  expect(changed?.['credential']).toBe(left.uid);
  const ended = await events(`type=grove.iam.session.ended.v1&resource=${uid}`);
  expect(ended.map(({ credential }) => credential)).toEqual([other.uid]);
});

it('records how long sessions last, as the operator sets it', async () => {
  await setSessionLimits(grove.rootUid, { idle: 600, absolute: 3_600 });
  const [event] = await events('type=grove.iam.session_limits.updated.v1');
  expect(event).toMatchObject({ actor: 'command line', after: { idle: 600, absolute: 3_600 } });
});

it('records in each organization which keys of the installation were replaced', async () => {
  const { signingKey } = await rotate(['signing']);
  await revoke(String(signingKey));
  const of = `uidp.children_of=${grove.rootUid}&type=grove.iam.installation_keys`;
  const [replaced] = await events(`${of}.updated.v1`);
  const [revoked] = await events(`${of}.revoked.v1`);
  expect(replaced).toMatchObject({ actor: 'command line', after: { signingKey } });
  expect(revoked).toMatchObject({ resource: grove.rootUid, after: { revoked: signingKey } });
});

it('records how many sessions a changed or deleted provider ended', async () => {
  const oidc = { issuer: 'https://idp.example.com', clientId: 'grove' };
  const providers = '/iam/v2beta1/identityProviders';
  const body = { name: 'work', oidc };
  const { uid } = ok(await grove.post(`${providers}/${grove.rootUid}`, body));
  const provider = String(uid);
  const begin = (subject: string) =>
    rowsIn('Session').create({
      uid: crypto.randomUUID(),
      issuer: oidc.issuer,
      subject,
      email: '',
      name: '',
      provider,
      createTime: new Date(),
      lastSeenTime: new Date(),
      expireTime: new Date(Date.now() + 3_600_000),
    });
  await begin('one');
  await begin('two');
  const changed = { oidc: { ...oidc, clientId: 'other' } };
  ok(await grove.patch(`${providers}/${provider}`, changed));
  ok(await grove.patch(`${providers}/${provider}`, { oidc }));
  await begin('three');
  okEmpty(await grove.del(`${providers}/${provider}`));
  const ended = await events('type=grove.iam.provider_sessions.ended.v1');
  expect(
    ended.map(({ actor, resource, before }) => [actor, resource, (before as Json)['sessions']]),
  ).toEqual([
    [grove.ownerUid, provider, 2],
    [grove.ownerUid, provider, 1],
  ]);
});

it('joins the failures at each provider, not those at another of its group', async () => {
  const [first, second] = [newChildUid(grove.rootUid), newChildUid(grove.rootUid)];
  const fail = (uid: string) => {
    countFailedProvider({ uid, name: 'work' }, { network });
  };
  freeze();
  for (const uid of [first, second, first]) fail(uid);
  // Written and waiting events both count.
  await writeJoined();
  for (const uid of [first, second]) fail(uid);
  const list = await events();
  expect(new Map(list.map(({ resource, count }) => [resource, count]))).toEqual(
    new Map([
      [first, 3],
      [second, 2],
    ]),
  );
});

it('joins the exports of a caller', async () => {
  freeze();
  for (const format of ['osv', 'openvex']) {
    const query = `group_uid=${grove.rootUid}&format=${format}`;
    const answer = await grove.get(`/vulnerabilities/v2beta1/advisories:export?${query}`);
    expect(answer.status).toBe(200);
  }
  const [event, ...others] = await events('type=grove.vulnerabilities.advisory.exported.v1');
  expect(others).toEqual([]);
  expect(event).toMatchObject({ actor: grove.ownerUid, count: 2, after: { format: 'osv' } });
});

it('keeps all of it in the chain', async () => {
  vi.useFakeTimers({ now: Date.now() + 180_000, toFake: ['Date'] });
  await chainAndSign();
  expect(await verifyChain(grove.rootUid)).toMatchObject({ pending: 0, findings: [] });
});
