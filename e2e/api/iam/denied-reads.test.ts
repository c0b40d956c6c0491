import { afterAll, beforeEach, expect, vi } from 'vitest';
import { newRootUid } from '#lib/aip/uid.ts';
import { writeJoined } from '#lib/audit/joined.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { failure, ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup, newPerson, newRole, personWith } from '../support/people.ts';

let minute: number;

beforeEach(() => {
  minute = Math.ceil(Date.now() / 60_000) * 60_000;
  vi.useFakeTimers({ now: minute, toFake: ['Date'] });
});

afterAll(() => {
  vi.useRealTimers();
});

async function denials(filter: string): Promise<Json[]> {
  await writeJoined();
  const query = `${filter}&order_by=created_at asc&page_size=200`;
  const list = ok(await grove.get(`/iam/v2beta1/auditEvents?${query}`));
  return (list['auditEvents'] as Json[]).filter(({ result }) => result !== 'OK');
}

async function deny(path: string, token: string): Promise<void> {
  failure(await grove.get(path, { token }), 'PERMISSION_DENIED');
}

it('joins a scan by caller, type of resource and group within a minute', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const [one, other] = [await newPerson(grove), await newPerson(grove)];
  const seen = [await newPerson(grove, group), await newPerson(grove, group)];
  for (const { uid } of seen) await deny(`/iam/v2beta1/identities/${uid}`, one.token);
  for (let at = 0; at < 30; at += 1) {
    const uid = `${group}/${at.toString(16).padStart(16, '0')}`;
    await deny(`/iam/v2beta1/identities/${uid}`, one.token);
  }
  await writeJoined();
  vi.setSystemTime(minute + 1_000);
  await deny(`/iam/v2beta1/roles/${group}/0123456789abcdef`, one.token);
  await writeJoined();
  vi.setSystemTime(minute + 2_000);
  await deny(`/iam/v2beta1/identities/${seen[0]?.uid}`, other.token);
  await writeJoined();
  vi.setSystemTime(minute + 60_000);
  await deny(`/iam/v2beta1/identities/${seen[0]?.uid}`, one.token);
  expect(
    (await denials(`uidp.children_of=${group}`)).map((event) => [
      event['actor'],
      event['type'],
      event['operation'],
      event['resource'],
      event['result'],
      event['count'],
    ]),
  ).toEqual([
    [one.uid, 'grove.iam.identity.read.v1', 'get', seen[0]?.uid, 'PERMISSION_DENIED', 32],
    [
      one.uid,
      'grove.iam.role.read.v1',
      'get',
      `${group}/0123456789abcdef`,
      'PERMISSION_DENIED',
      undefined,
    ],
    [other.uid, 'grove.iam.identity.read.v1', 'get', seen[0]?.uid, 'PERMISSION_DENIED', undefined],
    [one.uid, 'grove.iam.identity.read.v1', 'get', seen[0]?.uid, 'PERMISSION_DENIED', undefined],
  ]);
  expect(await denials(`type=grove.iam.role.read.v1&actor=${one.uid}`)).toHaveLength(1);
});

it('records nothing of what is seen, not found, left out of a list or nowhere', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const viewer = await personWith(grove, 'viewer', group);
  ok(await grove.get(`/iam/v2beta1/groups/${group}`, { token: viewer.token }));
  const missing = `/iam/v2beta1/identities/${group}/0123456789abcdef`;
  failure(await grove.get(missing, { token: viewer.token }), 'NOT_FOUND');
  const stranger = await newPerson(grove);
  ok(await grove.get('/iam/v2beta1/groups', { token: stranger.token }));
  const before = await rowsIn('AuditEvent').count();
  await deny(`/iam/v2beta1/groups/${newRootUid()}`, stranger.token);
  await writeJoined();
  expect(await rowsIn('AuditEvent').count()).toBe(before);
  expect(await denials(`uidp.children_of=${group}`)).toEqual([]);
});

it('is not among the recent changes of a group', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const role = await newRole(grove, ['audit.list']);
  const auditor = await personWith(grove, role, grove.rootUid);
  await deny(`/iam/v2beta1/groups/${group}`, auditor.token);
  expect(await denials(`uidp.children_of=${group}`)).toHaveLength(1);
  const summary = ok(await grove.get(`/iam/v2beta1/groups:summarize?group_uid=${group}`));
  expect((summary['auditEvents'] as Json[]).map(({ operation }) => operation)).toEqual(['create']);
});
