import { beforeEach, expect } from 'vitest';
import { writeV1Callers } from '#lib/audit/v1-callers.ts';
import { until } from '../../support/until.ts';
import { grove, withSettings } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, denied, ok, okEmpty } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newOrganization, register, type Organization } from '../support/organizations.ts';
import { bind, newGroup, newPerson, personWith } from '../support/people.ts';

const it = withSettings({ GROVE_V1_SUNSET: '2027-06-30' });

const CALLERS = '/iam/v2beta1/auditEvents:v1Callers';

let team: string;

beforeEach(async () => {
  team = await newGroup(grove, grove.rootUid);
});

const answerFor = async (uid: string, token?: string) =>
  ok(await grove.get(`${CALLERS}?group_uid=${uid}`, { token }));

const callersIn = async (uid: string) => (await answerFor(uid))['callers'] as Json[];

/** `ListGroups 2` and the like, by name. */
const countsIn = async (uid: string) =>
  (await callersIn(uid)).map(({ operation, count }) => `${operation} ${count}`).sort();

it('who called what is listed, with how often and when', async () => {
  const start = Date.now();
  const inner = await newGroup(grove, team);
  const { uid, token } = await newPerson(grove, inner);
  await bind(grove, inner, uid, 'viewer');
  ok(await grove.get('/iam/v1/groups', { token }));
  ok(await grove.get(`/iam/v1/groups?id=${team}`, { token }));
  const refused = await grove.call('PUT', `/iam/v1/groups/${inner}`, {
    token,
    body: { name: 'x' },
  });
  expect(refused.status).toBe(403);
  // A call without a known method, and one without a caller.
  await grove.get(`/iam/v1/groups/${inner}`, { token });
  await grove.get('/iam/v1/groups', { token: null });
  ok(await grove.get('/iam/v2beta1/groups', { token }));
  await writeV1Callers();

  const callers = await callersIn(team);
  expect(await countsIn(team)).toEqual(['ListGroups 2', 'UpdateGroup 1']);
  for (const caller of callers) {
    const [first, last] = [caller['firstTime'], caller['lastTime']].map((one) =>
      Date.parse(String(one)),
    ) as [number, number];
    expect(caller['identityUid']).toBe(uid);
    expect(first).toBeGreaterThanOrEqual(start);
    expect(last).toBeGreaterThanOrEqual(first);
    expect(last).toBeLessThanOrEqual(Date.now());
  }
  const times = callers.map(({ lastTime }) => String(lastTime));
  expect(times).toEqual(times.toSorted().toReversed());

  ok(await grove.get('/registry/v1/repos', { token }));
  await writeV1Callers();
  ok(await grove.get('/registry/v1/repos', { token }));
  await writeV1Callers();
  expect(await countsIn(inner)).toEqual(['ListGroups 2', 'ListRepos 2', 'UpdateGroup 1']);
  expect(await countsIn(await newGroup(grove, grove.rootUid))).toEqual([]);
});

it('is for whoever may read the audit log there', async () => {
  const auditor = await personWith(grove, 'auditor', team);
  const viewer = await personWith(grove, 'viewer', team);
  expect(await answerFor(team, auditor.token)).toEqual({
    groupUid: team,
    callers: [],
    truncated: false,
    offered: true,
    sunsetTime: '2027-06-30T00:00:00.000Z',
  });
  denied(
    await grove.get(`${CALLERS}?group_uid=${team}`, { token: viewer.token }),
    'audit.list',
    team,
  );
  const above = await grove.get(`${CALLERS}?group_uid=${grove.rootUid}`, { token: auditor.token });
  expect(above.status).toBe(403);
  expect(badFields(await grove.get(`${CALLERS}?group_uid=x`))).toEqual(['group_uid']);
  expect(badFields(await grove.get(CALLERS))).toEqual(['group_uid']);
});

it('calls are written later', async () => {
  const { token } = await newPerson(grove, team);
  const call = async () => ok(await grove.get('/iam/v1/roles', { token }));
  await call();
  await until(async () => expect(await countsIn(team)).toEqual(['ListRoles 1']));
  await call();
  await call();
  await until(async () => expect(await countsIn(team)).toEqual(['ListRoles 3']));
});

it('an identity takes its calls with it, whether or not they are written', async () => {
  const [gone, other] = [await newPerson(grove, team), await newPerson(grove, team)];
  for (const { token } of [gone, other]) ok(await grove.get('/iam/v1/roles', { token }));
  await writeV1Callers();
  for (const { token } of [gone, other]) ok(await grove.get('/iam/v1/groups', { token }));
  okEmpty(await grove.del(`/iam/v2beta1/identities/${gone.uid}`));
  await writeV1Callers();
  const callers = await callersIn(team);
  expect(new Set(callers.map(({ identityUid }) => identityUid))).toEqual(new Set([other.uid]));
  expect(callers).toHaveLength(2);
});

it('shows an organization nothing of people whom it merely names', async () => {
  const [acme, evil] = [await newOrganization(grove), await newOrganization(grove)];
  const claimMatch = { issuer: grove.url, subject: acme.owner };
  const named = await register(grove, evil, claimMatch);
  await rowsIn('Identity').update({ where: { uid: named }, data: { unconfirmedTime: null } });
  const { token } = acme;
  ok(await grove.get('/iam/v1/groups', { token }));
  await writeV1Callers();
  const uidsIn = async ({ root, token: own }: Organization) =>
    ((await answerFor(root, own))['callers'] as Json[]).map(({ identityUid }) => identityUid);
  expect(await uidsIn(acme)).toEqual([acme.owner]);
  expect(await uidsIn(evil)).toEqual([]);
});
