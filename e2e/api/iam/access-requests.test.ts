import { expect } from 'vitest';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { aheadChecks } from '#lib/service/requests/ahead.ts';
import { approveRequest } from '#lib/service/requests/answer.ts';
import { endRequest } from '#lib/service/requests/end.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import {
  badFields,
  denied,
  failure,
  ok,
  okEmpty,
  preconditions,
  TIME,
} from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { bind, newGroup, newPerson, newRole, personWith } from '../support/people.ts';
import { ask, newRule, on, REQUESTS, RULES } from '../support/requests.ts';

const EDITOR = builtInRole('editor').uid;
const BINDINGS = '/iam/v2beta1/roleBindings';

const checkAhead = aheadChecks();

/** A group with a rule, somebody who may ask by it, and somebody who may answer. */
async function scene(rule: Json = {}) {
  const group = await newGroup(grove, grove.rootUid);
  const ruleUid = await newRule(grove, group, rule);
  const asker = await personWith(grove, 'viewer', group);
  const owner = await personWith(grove, 'owner', group);
  return { group, ruleUid, asker, owner };
}

const refused = (answer: Answer): string => preconditions(answer).join();

const isEditor = async (group: string, { token }: { token: string }) =>
  (await grove.post(`/iam/v2beta1/identities/${group}`, {}, { token })).status !== 403;

it('grants a role by an ordinary binding that ends, once somebody has approved', async () => {
  const { group, ruleUid, asker, owner } = await scene();
  const reason = 'to move the repositories';
  const made = ok(await ask(grove, group, ruleUid, asker, { reason }));
  // Over gRPC, a list without entries is there as well.
  expect({ asked: [], ...made }).toEqual({
    asked: [],
    uid: expect.stringMatching(`^${group}/`) as string,
    ruleUid,
    groupUids: [group],
    duration: '3600s',
    reason,
    state: 'PENDING',
    identity: expect.objectContaining({ uid: asker.uid }) as Json,
    requester: expect.objectContaining({ uid: asker.uid }) as Json,
    group: expect.objectContaining({ uid: group }) as Json,
    role: expect.objectContaining({ uid: EDITOR, name: 'editor' }) as Json,
    approvals: 1,
    answers: [],
    grants: [],
    emergency: false,
    pendingUntil: expect.stringMatching(TIME) as string,
    createTime: expect.stringMatching(TIME) as string,
    updateTime: expect.stringMatching(TIME) as string,
  });
  expect(await isEditor(group, asker)).toBe(false);
  const approved = ok(await on(grove, 'approve', made['uid'], owner, { reason: 'fine' }));
  expect(approved).toMatchObject({
    state: 'APPROVED',
    answers: [{ identity: { uid: owner.uid }, approved: true, reason: 'fine' }],
    grants: [{ groupUid: group }],
  });
  const length =
    Date.parse(String(approved['expirationTime'])) - Date.parse(String(approved['beginTime']));
  expect(length).toBeGreaterThanOrEqual(3_600_000);
  expect(length).toBeLessThan(3_601_000);
  expect(await isEditor(group, asker)).toBe(true);
  const [{ roleBindingUid }] = approved['grants'] as [Json];
  const path = `${BINDINGS}/${String(roleBindingUid)}`;
  expect(ok(await grove.get(path))).toMatchObject({
    identity: { uid: asker.uid },
    role: { uid: EDITOR },
    expirationTime: approved['expirationTime'],
  });
  const query = `resource=${String(roleBindingUid)}`;
  const { auditEvents } = ok(await grove.get(`/iam/v2beta1/auditEvents?${query}`));
  expect(auditEvents).toMatchObject([{ actor: owner.uid, after: { requestUid: made['uid'] } }]);
  expect(ok(await grove.get(`${REQUESTS}/${String(made['uid'])}`, asker))).toEqual(approved);
});

it.for<[string, Json]>([
  ['ruleUid', { ruleUid: '0'.repeat(40) }],
  ['roleUid', { roleUid: builtInRole('owner').uid }],
  ['duration', { duration: '7201s' }],
  ['duration', { duration: '1s' }],
  ['startTime', { startTime: '2020-01-01T00:00:00Z' }],
  ['startTime', { startTime: '2199-01-01T00:00:00Z' }],
  ['reason', { reason: '' }],
  ['reason', { reason: 'please' }],
  ['groupUids.0', { groupUids: ['0'.repeat(40)] }],
  ['identityUid', { identityUid: `${'0'.repeat(40)}/${'1'.repeat(16)}` }],
])('names %s where %j is beyond the rule', async ([field, fields]) => {
  const { group, ruleUid, asker } = await scene({ reasonPattern: 'OPS-[0-9]+.*' });
  const given = { reason: 'OPS-1', ...fields };
  expect(badFields(await ask(grove, group, ruleUid, asker, given))).toEqual([field]);
});

it('says the same of a rule that is not for the caller as of one that does not exist', async () => {
  const { group, ruleUid } = await scene();
  const stranger = await newPerson(grove);
  const theirs = await ask(grove, group, ruleUid, stranger);
  const none = await ask(grove, group, `${group}/${'0'.repeat(16)}`, stranger);
  expect(failure(theirs, 'INVALID_ARGUMENT').message).toBe(
    failure(none, 'INVALID_ARGUMENT').message,
  );
  const other = await newGroup(grove, grove.rootUid);
  expect(badFields(await ask(grove, other, ruleUid, stranger))).toEqual(['ruleUid']);
});

it('needs no capability to ask where a rule names the identity', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const nobody = await newPerson(grove);
  const rule = { requesterRoles: [], requesterIdentities: [nobody.uid] };
  const ruleUid = await newRule(grove, group, rule);
  const offers = `${REQUESTS}:offers?group_uid=${group}`;
  expect(ok(await grove.get(offers, nobody))['offers']).toMatchObject([
    { ruleUid, roles: [{ uid: EDITOR }], maxDuration: '7200s', approvals: 1 },
  ]);
  expect(ok(await grove.get(offers, await newPerson(grove)))['offers']).toEqual([]);
  const { uid } = ok(await ask(grove, group, ruleUid, nobody));
  expect(ok(await on(grove, 'approve', uid, {}))['state']).toBe('APPROVED');
  expect(await isEditor(group, nobody)).toBe(true);
});

it('is answered by nobody who asked or would get the role', async ({ as }) => {
  const { group, ruleUid, owner } = await scene({ requesterRoles: [builtInRole('owner').uid] });
  const other = await newPerson(grove);
  const { uid } = ok(await ask(grove, group, ruleUid, owner, { identityUid: owner.uid }));
  expect(refused(await on(grove, 'approve', uid, owner))).toBe('OWN_REQUEST');
  const root = await as('owner');
  const forRoot = ok(await ask(grove, group, ruleUid, {}, { identityUid: root.uid }));
  expect(refused(await on(grove, 'approve', forRoot['uid'], root))).toBe('OWN_REQUEST');
  expect(refused(await on(grove, 'deny', forRoot['uid'], root))).toBe('OWN_REQUEST');
  await bind(grove, group, other.uid, 'owner');
  expect(ok(await on(grove, 'approve', forRoot['uid'], other))['state']).toBe('APPROVED');
});

it('is approved only by those who hold all that it grants', async () => {
  const { group, ruleUid, asker } = await scene();
  const granting = await newRole(grove, ['role_bindings.create', 'role_bindings.list']);
  const half = await personWith(grove, granting, group);
  const { uid } = ok(await ask(grove, group, ruleUid, asker));
  denied(await on(grove, 'approve', uid, half), 'access_requests.list', String(uid));
  const auditor = await personWith(grove, 'auditor', group);
  failure(await on(grove, 'approve', uid, auditor), 'PERMISSION_DENIED');
  expect(ok(await grove.get(`${REQUESTS}/${String(uid)}`, auditor))['state']).toBe('PENDING');
  await bind(grove, group, half.uid, 'editor');
  expect(ok(await on(grove, 'approve', uid, half))['state']).toBe('APPROVED');
});

it('grants nothing by a rule whose maker has lost what it grants', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const maker = await newPerson(grove);
  const { uid: binding } = await bind(grove, group, maker.uid, 'owner');
  const ruleUid = await newRule(grove, group, {}, maker);
  const freely = await newRule(grove, group, { approvals: 0 }, maker);
  const asker = await personWith(grove, 'viewer', group);
  const other = await personWith(grove, 'viewer', group);
  const { uid } = ok(await ask(grove, group, ruleUid, asker));
  expect((await grove.del(`${BINDINGS}/${String(binding)}`)).status).toBe(200);
  expect(refused(await on(grove, 'approve', uid, {}))).toBe('RULE_WITHDRAWN');
  expect(refused(await ask(grove, group, freely, other))).toBe('RULE_WITHDRAWN');
  expect(await isEditor(group, other)).toBe(false);
});

it('grants at once where nobody has to approve, and only what whoever asks has for themselves', async () => {
  const { group, ruleUid, asker, owner } = await scene({ approvals: 0 });
  const made = ok(await ask(grove, group, ruleUid, asker));
  expect(made).toMatchObject({ state: 'APPROVED', answers: [], grants: [{ groupUid: group }] });
  expect(await isEditor(group, asker)).toBe(true);
  const other = await personWith(grove, 'viewer', group);
  const forOther = { identityUid: owner.uid };
  expect(badFields(await ask(grove, group, ruleUid, other, forOther))).toEqual(['identityUid']);
});

it('grants what all approvers agree on, fewer groups and a shorter time', async () => {
  const { group, ruleUid, asker, owner } = await scene({ approvals: 2 });
  const [first, second] = [await newGroup(grove, group), await newGroup(grove, group)];
  const { uid } = ok(await ask(grove, group, ruleUid, asker, { groupUids: [first, second] }));
  const more = { groupUids: [group], duration: '3601s' };
  expect(badFields(await on(grove, 'approve', uid, owner, more))).toEqual([
    'duration',
    'groupUids.0',
  ]);
  const once = ok(await on(grove, 'approve', uid, owner, { duration: '600s' }));
  expect(once).toMatchObject({ state: 'PENDING', grants: [] });
  expect(refused(await on(grove, 'approve', uid, owner))).toBe('ALREADY_APPROVED');
  const twice = ok(await on(grove, 'approve', uid, {}, { groupUids: [second] }));
  expect(twice).toMatchObject({ state: 'APPROVED', grants: [{ groupUid: second }] });
  const left = Date.parse(String(twice['expirationTime'])) - Date.now();
  expect(left).toBeLessThanOrEqual(601_000);
  expect([await isEditor(first, asker), await isEditor(second, asker)]).toEqual([false, true]);
});

it('counts no approval of somebody who has lost the rights since', async () => {
  const { group, ruleUid, asker } = await scene({ approvals: 2 });
  const gone = await newPerson(grove);
  const { uid: binding } = await bind(grove, group, gone.uid, 'owner');
  const { uid } = ok(await ask(grove, group, ruleUid, asker));
  ok(await on(grove, 'approve', uid, gone));
  expect((await grove.del(`${BINDINGS}/${String(binding)}`)).status).toBe(200);
  expect(ok(await on(grove, 'approve', uid, {}))['state']).toBe('PENDING');
});

it('lets one of two answers win', async () => {
  const { group, ruleUid, asker, owner } = await scene();
  const { uid } = ok(await ask(grove, group, ruleUid, asker));
  const path = `${REQUESTS}/${String(uid)}`;
  const etag = (await grove.get(path, owner)).headers.get('etag') ?? '';
  const answers = await Promise.all([
    grove.post(`${REQUESTS}:deny`, { uid }, { ...owner, headers: { 'if-match': etag } }),
    grove.post(`${REQUESTS}:approve`, { uid }, { headers: { 'if-match': etag } }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(refused(await on(grove, 'approve', uid, owner))).toBe('REQUEST_ANSWERED');
});

it('is withdrawn by whoever asked alone, and then waits no longer', async () => {
  const { group, ruleUid, asker, owner } = await scene();
  const { uid } = ok(await ask(grove, group, ruleUid, asker));
  const again = failure(await ask(grove, group, ruleUid, asker), 'ALREADY_EXISTS');
  expect(again.metadata).toMatchObject({ field: 'roleUid' });
  failure(await on(grove, 'withdraw', uid, owner), 'PERMISSION_DENIED');
  expect(ok(await on(grove, 'withdraw', uid, asker))['state']).toBe('WITHDRAWN');
  expect(refused(await on(grove, 'withdraw', uid, asker))).toBe('REQUEST_ANSWERED');
  expect(refused(await on(grove, 'approve', uid, owner))).toBe('REQUEST_ANSWERED');
  const { uid: next } = ok(await ask(grove, group, ruleUid, asker));
  const no = ok(await on(grove, 'deny', next, owner, { reason: 'not now' }));
  expect(no).toMatchObject({ state: 'DENIED', answers: [{ approved: false, reason: 'not now' }] });
  expect(await isEditor(group, asker)).toBe(false);
});

it('bounds how many wait', async () => {
  const { group, ruleUid, asker } = await scene();
  for (let count = 0; count < 10; count += 1) {
    ok(await ask(grove, await newGroup(grove, group), ruleUid, asker));
  }
  const { metadata } = failure(await ask(grove, group, ruleUid, asker), 'RESOURCE_EXHAUSTED');
  expect(metadata).toMatchObject({ limit: 'openAccessRequests' });
});

it('shows requests to their parties and to those who may list them', async () => {
  const { group, ruleUid, asker, owner } = await scene();
  const { uid } = ok(await ask(grove, group, ruleUid, asker));
  const other = await personWith(grove, 'viewer', group);
  const auditor = await personWith(grove, 'auditor', group);
  const listed = async (by: { token: string }, query = '') => {
    const found = ok(await grove.get(`${REQUESTS}?uidp.descendants_of=${group}${query}`, by));
    return [found['totalCount'], (found['accessRequests'] as Json[]).map((one) => one['uid'])];
  };
  for (const one of [asker, owner, auditor]) expect(await listed(one)).toEqual(['1', [uid]]);
  expect(await listed(other)).toEqual(['0', []]);
  denied(await grove.get(`${REQUESTS}/${String(uid)}`, other), 'access_requests.list', String(uid));
  expect(await listed(asker, '&own=true')).toEqual(['1', [uid]]);
  expect(await listed(owner, '&own=true')).toEqual(['0', []]);
  expect(await listed(owner, '&answerable=true')).toEqual(['1', [uid]]);
  expect(await listed(auditor, '&answerable=true')).toEqual(['0', []]);
  expect(await listed(owner, '&states=PENDING&states=EXPIRED')).toEqual(['1', [uid]]);
  ok(await on(grove, 'deny', uid, owner));
  expect(await listed(owner, '&states=PENDING')).toEqual(['0', []]);
  expect(await listed(owner, '&answerable=true')).toEqual(['0', []]);
  expect(await listed(owner, '&states=DENIED')).toEqual(['1', [uid]]);
});

it('hides a request from whoever is not named to answer', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const named = await personWith(grove, 'owner', group);
  const granting = [...builtInRole('editor').capabilities, 'role_bindings.create'];
  const able = await personWith(grove, await newRole(grove, granting), group);
  const ruleUid = await newRule(grove, group, { approverIdentities: [named.uid] });
  const asker = await personWith(grove, 'viewer', group);
  const looked = ok(await ask(grove, group, ruleUid, asker, { validateOnly: true }));
  expect(looked).toMatchObject({ uid: '', asked: [{ uid: named.uid }], maxDuration: '7200s' });
  const { uid } = ok(await ask(grove, group, ruleUid, asker));
  const list = `${REQUESTS}?uidp.descendants_of=${group}`;
  expect(ok(await grove.get(list, able))['totalCount']).toBe('0');
  failure(await on(grove, 'approve', uid, able), 'PERMISSION_DENIED');
  failure(await on(grove, 'approve', uid, {}), 'PERMISSION_DENIED');
  expect(ok(await on(grove, 'approve', uid, named))['state']).toBe('APPROVED');
});

it('asks keys and tokens for a second factor in vain', async () => {
  const { group, ruleUid, asker, owner } = await scene({ secondFactor: true });
  expect(refused(await ask(grove, group, ruleUid, asker))).toBe('SECOND_FACTOR_NOT_SHOWN');
  const path = `${RULES}/${ruleUid}`;
  ok(await grove.patch(path, { secondFactor: false }));
  const { uid } = ok(await ask(grove, group, ruleUid, asker));
  ok(await grove.patch(path, { secondFactor: true }));
  expect(refused(await on(grove, 'approve', uid, owner))).toBe('SECOND_FACTOR_NOT_SHOWN');
});

it('begins at a start ahead, and counts from there', async () => {
  const { group, ruleUid, asker, owner } = await scene();
  const startTime = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000).toISOString();
  const { uid } = ok(await ask(grove, group, ruleUid, asker, { startTime, duration: '60s' }));
  const approved = ok(await on(grove, 'approve', uid, owner));
  const end = new Date(Date.parse(startTime) + 60_000).toISOString();
  expect(approved).toMatchObject({ state: 'APPROVED', beginTime: startTime, expirationTime: end });
  expect(await isEditor(group, asker)).toBe(false);
});

it('goes with its group, and keeps nothing from being deleted', async () => {
  const { group, ruleUid, asker } = await scene();
  const inner = await newGroup(grove, group);
  const { uid } = ok(await ask(grove, inner, ruleUid, asker));
  expect((await grove.del(`/iam/v2beta1/groups/${inner}`)).status).toBe(200);
  failure(await grove.get(`${REQUESTS}/${String(uid)}`), 'NOT_FOUND');
});

it('ends before its time, for whoever has the role or may remove it', async () => {
  const { group, ruleUid, asker, owner } = await scene();
  for (const by of [asker, owner]) {
    const { uid } = ok(await ask(grove, group, ruleUid, asker));
    expect(preconditions(await on(grove, 'end', uid, asker))).toEqual(['REQUEST_NOT_GRANTED']);
    const { grants } = ok(await on(grove, 'approve', uid, owner));
    const auditor = await personWith(grove, 'auditor', group);
    denied(await on(grove, 'end', uid, auditor), 'role_bindings.delete', group);
    expect(ok(await on(grove, 'end', uid, by))['state']).toBe('ENDED');
    expect(await isEditor(group, asker)).toBe(false);
    const binding = String((grants as Json[])[0]?.['roleBindingUid']);
    failure(await grove.get(`${BINDINGS}/${binding}`), 'NOT_FOUND');
  }
});

it('lasts longer only once the rule has answered again', async () => {
  const { group, ruleUid, asker, owner } = await scene();
  const { uid } = ok(await ask(grove, group, ruleUid, asker));
  const first = ok(await on(grove, 'approve', uid, owner));
  const more = { duration: '7200s' };
  failure(await on(grove, 'extend', uid, owner, more), 'PERMISSION_DENIED');
  expect(badFields(await on(grove, 'extend', uid, asker, { duration: '7201s' }))).toEqual([
    'duration',
  ]);
  const next = ok(await on(grove, 'extend', uid, asker, more));
  expect(next).toMatchObject({ state: 'PENDING', extendsUid: uid });
  const [grant] = first['grants'] as Json[];
  const path = `${BINDINGS}/${String(grant?.['roleBindingUid'])}`;
  expect(ok(await grove.get(path))['expirationTime']).toBe(first['expirationTime']);
  const second = ok(await on(grove, 'approve', next['uid'], owner));
  expect(second['grants']).toEqual([grant]);
  expect(second['expirationTime']).not.toBe(first['expirationTime']);
  expect(ok(await grove.get(path))['expirationTime']).toBe(second['expirationTime']);
});

it('grants at once in an emergency, and is reviewed by another owner', async ({ as }) => {
  const { group, ruleUid, asker, owner } = await scene({ emergency: true, maxDuration: '3600s' });
  const made = ok(await ask(grove, group, ruleUid, asker));
  const day = 24 * 3_600_000;
  expect(made).toMatchObject({ state: 'APPROVED', emergency: true });
  expect(Date.parse(String(made['reviewTime'])) - Date.now()).toBeGreaterThan(2.9 * day);
  expect(await isEditor(group, asker)).toBe(true);
  expect(preconditions(await on(grove, 'extend', made['uid'], asker, { duration: '60s' }))).toEqual(
    ['EMERGENCY'],
  );
  failure(await on(grove, 'review', made['uid'], await as('auditor')), 'PERMISSION_DENIED');
  await bind(grove, group, asker.uid, 'owner');
  expect(preconditions(await on(grove, 'review', made['uid'], asker))).toEqual(['OWN_REQUEST']);
  const other = await newGroup(grove, group);
  const data = { reviewTime: new Date(0) };
  await rowsIn('AccessRequest').update({ where: { uid: String(made['uid']) }, data });
  expect(preconditions(await ask(grove, other, ruleUid, asker))).toEqual(['REVIEW_OVERDUE']);
  const reviewed = ok(await on(grove, 'review', made['uid'], owner, { reason: 'it was right' }));
  expect(reviewed['review']).toMatchObject({
    identity: { uid: owner.uid },
    reason: 'it was right',
  });
  expect(preconditions(await on(grove, 'review', made['uid'], owner))).toEqual([
    'NOTHING_TO_REVIEW',
  ]);
  ok(await ask(grove, other, ruleUid, asker));
});

it('expires by reading, and lets another one be made', async () => {
  const { group, ruleUid, asker, owner } = await scene();
  const { uid } = ok(await ask(grove, group, ruleUid, asker));
  const where = { uid: String(uid) };
  await rowsIn('AccessRequest').update({ where, data: { pendingUntil: new Date(0) } });
  expect(ok(await grove.get(`${REQUESTS}/${String(uid)}`, asker))['state']).toBe('EXPIRED');
  const list = `${REQUESTS}?uidp.children_of=${group}&states=EXPIRED`;
  expect(ok(await grove.get(list, owner))['totalCount']).toBe('1');
  expect(preconditions(await on(grove, 'approve', uid, owner))).toEqual(['REQUEST_EXPIRED']);
  ok(await ask(grove, group, ruleUid, asker));
});

it('knows a person by the mailbox as well', async () => {
  const { group, ruleUid, asker } = await scene();
  const twin = await personWith(grove, 'owner', group);
  const data = { email: 'one@example.com' };
  for (const { uid } of [asker, twin]) await rowsIn('Identity').update({ where: { uid }, data });
  const { uid } = ok(await ask(grove, group, ruleUid, asker));
  expect(preconditions(await on(grove, 'approve', uid, twin))).toEqual(['OWN_REQUEST']);
});

it('needs another approval where the approver loses the rights before the start', async () => {
  const { group, ruleUid, asker, owner } = await scene();
  const gone = await newPerson(grove);
  const { uid: binding } = await bind(grove, group, gone.uid, 'owner');
  const startTime = new Date(Date.now() + 3_600_000).toISOString();
  const { uid } = ok(await ask(grove, group, ruleUid, asker, { startTime }));
  const approved = ok(await on(grove, 'approve', uid, gone));
  const path = `${REQUESTS}/${String(uid)}`;
  await checkAhead();
  expect(ok(await grove.get(path))).toEqual(approved);
  okEmpty(await grove.del(`${BINDINGS}/${String(binding)}`));
  await checkAhead();
  expect(ok(await grove.get(path))).toMatchObject({ state: 'PENDING', answers: [], grants: [] });
  const [grant] = approved['grants'] as Json[];
  failure(await grove.get(`${BINDINGS}/${String(grant?.['roleBindingUid'])}`), 'NOT_FOUND');
  expect(ok(await on(grove, 'approve', uid, owner))['state']).toBe('APPROVED');
});

it('is answered and ended by the operator, also where a rule names others', async () => {
  const { group, owner, asker } = await scene();
  const ruleUid = await newRule(grove, group, { approverIdentities: [owner.uid] });
  const made = ok(await ask(grove, group, ruleUid, asker));
  const uid = String(made['uid']);
  const call = operatorCall(group);
  expect(await approveRequest(call, { uid }, null)).toMatchObject({
    state: 'APPROVED',
    answers: [{ identity: { uid: '', name: 'command line' } }],
  });
  expect(await isEditor(group, asker)).toBe(true);
  expect(await endRequest(call, { uid }, null)).toMatchObject({ state: 'ENDED' });
  expect(await isEditor(group, asker)).toBe(false);
});
