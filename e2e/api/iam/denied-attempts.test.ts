import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startGrove } from '../harness.ts';
import type { Json, TestGrove } from '../harness.ts';
import { failure, ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup, newPerson } from '../support/people.ts';

let grove: TestGrove;

beforeAll(async () => {
  grove = await startGrove();
});

afterAll(async () => {
  vi.useRealTimers();
  await grove.stop();
});

async function denials(group: string): Promise<Json[]> {
  const query = `uidp.children_of=${group}&order_by=created_at asc&page_size=200`;
  const list = ok(await grove.get(`/iam/v2beta1/auditEvents?${query}`));
  return (list['auditEvents'] as Json[]).filter(({ result }) => result !== 'OK');
}

it('joins the denied attempts of one caller in a group within a minute', async () => {
  const minute = Math.ceil(Date.now() / 60_000) * 60_000;
  vi.useFakeTimers({ now: minute, toFake: ['Date'] });
  const group = await newGroup(grove, grove.rootUid);
  const [one, other] = [await newPerson(grove), await newPerson(grove)];
  const tokens = [await grove.token(one.uid), await grove.token(other.uid)];
  const deny = async (token = '', verb: 'post' | 'patch' = 'post') => {
    const answer = await grove[verb](`/iam/v2beta1/groups/${group}`, { name: 'x' }, { token });
    failure(answer, 'PERMISSION_DENIED');
  };
  for (let time = 0; time < 40; time += 1) await deny(tokens[0]);
  // Events of the same moment have no defined order.
  vi.setSystemTime(minute + 1_000);
  await deny(tokens[0], 'patch');
  vi.setSystemTime(minute + 2_000);
  await deny(tokens[1]);
  vi.setSystemTime(minute + 60_000);
  await deny(tokens[0]);
  expect(
    (await denials(group)).map(({ actor, operation, count }) => [actor, operation, count]),
  ).toEqual([
    [one.uid, 'create', 40],
    [one.uid, 'update', undefined],
    [other.uid, 'create', undefined],
    [one.uid, 'create', undefined],
  ]);
});

it('writes nothing about groups that do not exist', async () => {
  const person = await newPerson(grove);
  const token = await grove.token(person.uid);
  const nowhere = `${grove.rootUid}/0123456789abcdef`;
  const body = { name: 'x' };
  failure(await grove.post(`/iam/v2beta1/groups/${nowhere}`, body, { token }), 'PERMISSION_DENIED');
  failure(
    await grove.del(`/iam/v2beta1/roles/${nowhere}/0123456789abcdef`, { token }),
    'PERMISSION_DENIED',
  );
  expect(await rowsIn('AuditEvent').count({ where: { parent: nowhere } })).toBe(0);
});
