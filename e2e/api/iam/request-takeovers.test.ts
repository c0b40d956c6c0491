import { expect } from 'vitest';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { aheadChecks } from '#lib/service/requests/ahead.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { failure, ok, okEmpty, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newName } from '../support/names.ts';
import { newOrganization } from '../support/organizations.ts';
import { bind, newGroup, newPerson, personWith } from '../support/people.ts';
import { ask, newRule, on, REQUESTS } from '../support/requests.ts';

const OWNER = builtInRole('owner').uid;
const DAY_MS = 24 * 3_600_000;

const refused = (answer: Answer): string => preconditions(answer).join();

const matchOther = (uid: string, by?: { token: string }): Promise<Answer> => {
  const claimMatch = { issuer: 'https://people.example.com', subject: newName('other') };
  return grove.patch(`/iam/v2beta1/identities/${uid}`, { claimMatch }, by);
};

async function keyOf(identityUid: string, by?: { token: string }): Promise<{ token: string }> {
  const body = { name: newName('key'), identityUid, ttl: '3600s' };
  const { key } = ok(await grove.post(`/iam/v2beta1/identityKeys/${grove.rootUid}`, body, by));
  return { token: String(key) };
}

it('grants nothing to somebody whom the identity names since the request was made', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const ruleUid = await newRule(grove, group);
  const asker = await personWith(grove, 'viewer', group);
  const { uid } = ok(await ask(grove, group, ruleUid, asker));
  ok(await matchOther(asker.uid));
  expect(refused(await on(grove, 'approve', uid, {}))).toBe('CHANGED_SINCE');
  expect(ok(await on(grove, 'deny', uid, {}))['state']).toBe('DENIED');
});

it.for<[string, boolean]>([
  ['a role of the identity', false],
  ['the identity itself', true],
])('lets nobody become who may take more than they hold, by %s', async ([, isNamed]) => {
  const group = await newGroup(grove, grove.rootUid);
  const editor = await personWith(grove, 'editor', grove.rootUid);
  const viewer = await personWith(grove, 'viewer', group);
  const rule = isNamed
    ? { requesterRoles: [], requesterIdentities: [viewer.uid], roles: [OWNER] }
    : { roles: [OWNER] };
  const answered = await newRule(grove, group, rule);
  ok(await matchOther(viewer.uid, editor));
  const freely = await newRule(grove, group, { ...rule, approvals: 0 });
  failure(await matchOther(viewer.uid, editor), 'PERMISSION_DENIED');
  for (const uid of [freely, answered]) {
    okEmpty(await grove.del(`/iam/v2beta1/requestRules/${uid}`));
  }
  ok(await matchOther(viewer.uid, editor));
});

it('lets a key ask, and take nothing that nobody approves', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const answered = await newRule(grove, group);
  const freely = await newRule(grove, group, { approvals: 0 });
  const { uid } = await personWith(grove, 'viewer', group);
  const key = await keyOf(uid);
  expect(refused(await ask(grove, group, freely, key))).toBe('KEY_NOT_ALLOWED');
  expect(ok(await ask(grove, group, answered, key))['state']).toBe('PENDING');
});

it('knows whoever made a key, before and behind a request', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const ruleUid = await newRule(grove, group, { approvals: 2 });
  const maker = await personWith(grove, 'owner', grove.rootUid);
  const service = await personWith(grove, 'viewer', group);
  const asking = await keyOf(service.uid, maker);
  const { uid } = ok(await ask(grove, group, ruleUid, asking));
  expect(refused(await on(grove, 'approve', uid, maker))).toBe('OWN_REQUEST');
  const other = await personWith(grove, 'viewer', group);
  const { uid: theirs } = ok(await ask(grove, group, ruleUid, other));
  const approving = await keyOf((await personWith(grove, 'owner', group)).uid, maker);
  ok(await on(grove, 'approve', theirs, approving));
  expect(refused(await on(grove, 'approve', theirs, maker))).toBe('ALREADY_APPROVED');
  // The mailbox of the maker is that of whoever asks.
  const data = { email: `${newName('one')}@example.com` };
  const twin = await personWith(grove, 'viewer', group);
  for (const one of [maker, twin])
    await rowsIn('Identity').update({ where: { uid: one.uid }, data });
  const { uid: ofTwin } = ok(await ask(grove, group, ruleUid, twin));
  expect(refused(await on(grove, 'approve', ofTwin, approving))).toBe('OWN_REQUEST');
});

it('bounds how many begin later, as those that wait', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const ruleUid = await newRule(grove, group, { approvals: 0 });
  const asker = await personWith(grove, 'viewer', group);
  const later = (hours: number) => ({
    startTime: new Date(Date.now() + hours * 3_600_000).toISOString(),
  });
  for (let hours = 1; hours <= 10; hours += 1) {
    ok(await ask(grove, group, ruleUid, asker, later(2 * hours)));
  }
  const { metadata } = failure(
    await ask(grove, group, ruleUid, asker, later(50)),
    'RESOURCE_EXHAUSTED',
  );
  expect(metadata).toMatchObject({ limit: 'openAccessRequests' });
});

it('bounds how many a person asks for in a day, which stay and are sent to others', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const ruleUid = await newRule(grove, group);
  const asker = await personWith(grove, 'viewer', group);
  let uid = '';
  for (let count = 0; count < 100; count += 1) {
    uid = String(ok(await ask(grove, group, ruleUid, asker))['uid']);
    ok(await on(grove, 'withdraw', uid, asker));
  }
  const { metadata } = failure(await ask(grove, group, ruleUid, asker), 'RESOURCE_EXHAUSTED');
  expect(metadata).toMatchObject({ limit: 'accessRequestsADay' });
  const data = { createTime: new Date(Date.now() - DAY_MS - 1_000) };
  await rowsIn('AccessRequest').update({ where: { uid }, data });
  ok(await ask(grove, group, ruleUid, asker));
});

it('waits as long as the rule says for another approval, however old the request is', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const ruleUid = await newRule(grove, group, { waitDuration: '3600s' });
  const asker = await personWith(grove, 'viewer', group);
  const gone = await newPerson(grove);
  const { uid: binding } = await bind(grove, group, gone.uid, 'owner');
  const startTime = new Date(Date.now() + DAY_MS).toISOString();
  const { uid } = ok(await ask(grove, group, ruleUid, asker, { startTime }));
  ok(await on(grove, 'approve', uid, gone));
  const where = { uid: String(uid) };
  await rowsIn('AccessRequest').update({ where, data: { createTime: new Date(0) } });
  okEmpty(await grove.del(`/iam/v2beta1/roleBindings/${String(binding)}`));
  await aheadChecks()();
  const { state, pendingUntil } = ok(await grove.get(`${REQUESTS}/${String(uid)}`)) as Json;
  expect(state).toBe('PENDING');
  expect(Date.parse(String(pendingUntil)) - Date.now()).toBeLessThanOrEqual(3_600_000);
});

it('asks whoever may ask without a role for what the policy asks of others', async () => {
  const { root, ...by } = await newOrganization(grove);
  const named = await newPerson(grove, root, by);
  const rule = { requesterRoles: [], requesterIdentities: [named.uid], approvals: 0 };
  const ruleUid = await newRule(grove, root, rule, by);
  const other = await newPerson(grove, root, by);
  const groupPolicy = '/iam/v2beta1/groups:updatePolicy';
  const apiNetworks = ['127.0.0.0/8', '::1'];
  ok(await grove.post(groupPolicy, { groupUid: root, apiNetworks }, by));
  const headers = { 'x-forwarded-for': '198.51.100.9' };
  expect(refused(await ask(grove, root, ruleUid, { ...named, headers }))).toBe(
    'NETWORK_NOT_ALLOWED',
  );
  const offers = `${REQUESTS}:offers?group_uid=${root}`;
  expect(refused(await grove.get(offers, { ...named, headers }))).toBe('NETWORK_NOT_ALLOWED');
  expect(ok(await grove.get(offers, { ...other, headers }))['offers']).toEqual([]);
  expect(ok(await ask(grove, root, ruleUid, named))['state']).toBe('APPROVED');
});
