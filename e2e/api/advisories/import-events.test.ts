// @module-tag http
/** An import is one record, and an event for each advisory. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { addEventRows, changesOf, recordRun } from '#lib/audit/event-rows.ts';
import { eventOf, programActor } from '#lib/audit/record.ts';
import { newChildUid } from '#lib/aip/uid.ts';
import { IMPORTED } from '#lib/resources/event-types.ts';
import { advisory } from '#lib/resources/advisory.ts';
import { keepEventRows } from '#lib/service/record/event-rows.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { randomly } from '../../support/random.ts';
import { grove, receiver, withReceiver as it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { denied, failure, ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { closeStreams, watch } from '../support/event-streams.ts';
import { bind, newGroup, newRole, personWith } from '../support/people.ts';
import { arrived, subscribe, SUBSCRIPTIONS } from '../support/subscriptions.ts';

const EVENTS = '/iam/v2beta1/events';
const ADVISORIES = '/vulnerabilities/v2beta1/advisories';
const CREATED = 'grove.vulnerabilities.advisory.created.v1';
const UPDATED = 'grove.vulnerabilities.advisory.updated.v1';

interface Event extends Json {
  uid: string;
  type: string;
  subject: string;
}

const osv = (id: string, summary: string): Json => ({
  schema_version: '1.6.0',
  id,
  summary,
  modified: '2026-01-01T00:00:00Z',
  affected: [{ package: { ecosystem: 'npm', name: `package-${id.toLowerCase()}` } }],
});

async function imports(group: string, records: readonly Json[]): Promise<Json> {
  const response = await fetch(`${grove.url}${ADVISORIES}:import?group_uid=${group}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${grove.ownerToken}` },
    body: records.map((record) => JSON.stringify(record)).join('\n'),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Json;
}

async function page(group: string, query: Record<string, string>, by?: { token: string }) {
  const search = new URLSearchParams({ group_uid: group, ...query }).toString();
  const { events, nextPageToken } = ok(await grove.get(`${EVENTS}?${search}`, by));
  return { events: events as Event[], next: String(nextPageToken) };
}

/** All pages. */
async function feed(group: string, query: Record<string, string> = {}, by?: { token: string }) {
  const all: Event[] = [];
  let token = '';
  do {
    const { events, next } = await page(group, { ...query, page_token: token }, by);
    all.push(...events);
    token = next;
  } while (token !== '');
  return all;
}

const uids = (events: readonly { uid: string }[]) => events.map(({ uid }) => uid);
const short = ({ type, subject }: Event) => `${type} ${subject}`;

async function advisories(group: string): Promise<string[]> {
  const answer = await grove.get(`${ADVISORIES}?uidp.children_of=${group}&page_size=200`);
  return uids(ok(answer)['advisories'] as Event[]);
}

it('has an event for each advisory behind its record, in the list, by uid, in streams and webhooks', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { path } = await subscribe(group, { types: ['grove.vulnerabilities.*'] });
  const stream = await watch(group, { token: grove.ownerToken });
  await stream.block();
  await imports(group, [osv('GHSA-1', 'a'), osv('GHSA-2', 'b')]);
  const made = await advisories(group);
  const all = await feed(group, { page_size: '1' });
  const events = all.filter(({ type }) => type !== 'grove.iam.subscription.created.v1');
  expect(events.slice(1).map(({ type }) => type)).toEqual([IMPORTED.id, CREATED, CREATED]);
  expect(
    events
      .slice(2)
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual(made.sort());
  const [, record, first] = events;
  expect(first).toMatchObject({
    group,
    actor: record?.['actor'],
    requestId: record?.['requestId'],
  });
  expect(first).not.toHaveProperty('after');
  expect(uids(events)).toEqual(uids(events).sort());
  for (const event of events) expect(ok(await grove.get(`${EVENTS}/${event.uid}`))).toEqual(event);
  failure(await grove.get(`${EVENTS}/${uids(events).at(-1)?.replace(/.$/, 'f')}`), 'NOT_FOUND');
  for (const { uid, subject } of events.slice(1)) {
    expect(await stream.next()).toMatchObject({ id: uid, data: { subject } });
  }
  const got = await arrived(path, 3);
  expect(got.map(({ id }) => id).sort()).toEqual(uids(events).slice(1));
  const [last = ''] = uids(events).slice(-1);
  await closeStreams();
  const later = await watch(group, { token: grove.ownerToken, after: events[2]?.uid ?? '' });
  expect((await later.next())?.id).toBe(last);
  await closeStreams();

  await imports(group, [osv('GHSA-1', 'changed'), osv('GHSA-2', 'b')]);
  const next = await feed(group, { after: last });
  expect(next.map(({ type }) => type)).toEqual([IMPORTED.id, UPDATED]);
  expect(await feed(group, { type: UPDATED })).toEqual([next[1]]);
  const subject = next[1]?.subject ?? '';
  expect((await feed(group, { subject })).map(({ type }) => type)).toEqual([CREATED, UPDATED]);
  expect(await feed(group, { after: uids(next).at(-1) ?? '' })).toEqual([]);
});

it('shows an event to whoever may list advisories there, and its delivery with its type', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { uid, path } = await subscribe(group, { types: [CREATED] });
  await imports(group, [osv('GHSA-1', 'a')]);
  await arrived(path, 1);
  const reader = await personWith(grove, await newRole(grove, ['advisories.list']), group);
  const other = await personWith(grove, await newRole(grove, ['groups.list']), group);
  const [, row] = await feed(group, {}, reader);
  expect(Object.keys(row ?? {}).sort()).toEqual(['createTime', 'group', 'subject', 'type', 'uid']);
  expect((await feed(group, {}, other)).map(({ type }) => type)).toEqual([
    'grove.iam.group.created.v1',
  ]);
  failure(await grove.get(`${EVENTS}/${row?.uid}`, other), 'NOT_FOUND');
  const elsewhere = await newGroup(grove, grove.rootUid);
  denied(await grove.get(`${EVENTS}?group_uid=${elsewhere}`, reader), 'groups.list', elsewhere);
  const seesLog = await newRole(grove, ['subscriptions.list']);
  await bind(grove, group, String(reader.uid), seesLog);
  const log = ok(await grove.get(`${SUBSCRIPTIONS}:deliveries?uid=${uid}`, reader));
  expect(log['deliveries']).toMatchObject([{ eventUid: row?.uid, type: CREATED }]);

  const sent = receiver.at(path).length;
  ok(await grove.post(`${SUBSCRIPTIONS}:replay`, { uid, eventUid: row?.uid }));
  const again = await arrived(path, sent + 1);
  expect(again.at(-1)?.id).toBe(row?.uid);
  const since = new Date(Date.now() - 60_000).toISOString();
  const counted = await grove.post(`${SUBSCRIPTIONS}:replay`, { uid, since, validateOnly: true });
  expect(ok(counted)['count']).toBe(1);
});

it('shows a consumer each change once, however it reads', async () => {
  const step = fc.oneof(
    fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 12 }),
    fc.record({ read: fc.integer({ min: 1, max: 6 }), token: fc.boolean() }),
    fc.constant('other' as const),
  );
  const history = fc.array(step, { minLength: 3, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const group = await newGroup(grove, grove.rootUid);
      const [first] = (await page(group, {})).events;
      let after = first?.uid ?? '';
      const seen: Event[] = [];
      const changed: number[] = [];
      const read = async (size: number, byToken: boolean) => {
        const query = { after, page_size: String(size) };
        const one = await page(group, query);
        const two =
          byToken && one.next !== ''
            ? (await page(group, { ...query, page_token: one.next })).events
            : [];
        seen.push(...one.events, ...two);
        after = seen.at(-1)?.uid ?? after;
        return one.next !== '';
      };
      let version = 0;
      for (const each of steps) {
        if (each === 'other') await newGroup(grove, group);
        else if (!Array.isArray(each)) await read(each.read, each.token);
        else {
          version += 1;
          const records = [...new Set(each)].map((id) => osv(`GHSA-${id}`, `version ${version}`));
          const { created, updated } = await imports(group, records);
          changed.push(Number(created) + Number(updated));
          expect(changed.at(-1)).toBe(records.length);
        }
      }
      while (await read(4, false));
      const all = seen.filter(({ type }) => [CREATED, UPDATED].includes(type));
      expect(new Set(uids(seen)).size).toBe(seen.length);
      expect(uids(seen)).toEqual(uids(seen).sort());
      expect(all).toHaveLength(changed.reduce((sum, one) => sum + one, 0));
      const made = all.filter(({ type }) => type === CREATED).map(({ subject }) => subject);
      expect(made.sort()).toEqual((await advisories(group)).sort());
      expect(all.map(short)).toEqual(
        (await feed(group, { after: first?.uid ?? '', page_size: '200' }))
          .filter(({ type }) => [CREATED, UPDATED].includes(type))
          .map(short),
      );
    }),
    randomly(6),
  );
});

/** Writes so many changes of a run, without the advisories. */
async function change(group: string, run: string, count: number): Promise<void> {
  const subjects = Array.from({ length: count }, () => newChildUid(group));
  const rest = { type: IMPORTED.id, subject: group };
  await transaction((tx) => addEventRows(tx, { run, rest }, changesOf(CREATED, subjects)));
}

it('has one event for all after 10,000 of a run, with the count and the list', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const run = `import ${group} many`;
  for (let part = 0; part < 5; part += 1) await change(group, run, 2_500);
  const entry = { ...programActor('a test'), ...eventOf(advisory, 'import', group) };
  await transaction((tx) => recordRun(tx, entry, run));
  const reader = await personWith(grove, await newRole(grove, ['advisories.list']), group);
  const events = await feed(group, { page_size: '200' }, reader);
  expect(events).toHaveLength(10_002);
  expect(events.at(-1)).toMatchObject({
    type: IMPORTED.id,
    count: 2_500,
    list: `${ADVISORIES}?uidp.descendants_of=${group}`,
  });
  expect(events[0]).not.toHaveProperty('list');
});

it('has the events of an import whose process was killed, and removes old ones', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const run = `import ${group} killed`;
  await change(group, run, 3);
  await keepEventRows();
  expect(await feed(group, { type: CREATED })).toEqual([]);
  const rows = rowsIn('EventRow');
  await rows.update({ where: { run }, data: { createTime: new Date(Date.now() - 7_200_000) } });
  await keepEventRows();
  await keepEventRows();
  expect((await feed(group)).map(({ type }) => type)).toEqual([
    'grove.iam.group.created.v1',
    IMPORTED.id,
    CREATED,
    CREATED,
    CREATED,
  ]);
  await rows.update({ where: { run }, data: { createTime: new Date(0) } });
  await keepEventRows();
  expect(await committed.count('EventRow', is('run', run))).toBe(0);
});
