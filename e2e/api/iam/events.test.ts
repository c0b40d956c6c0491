import { expect } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { config } from '#lib/config.ts';
import { chainAndSign } from '#lib/service/record/upkeep.ts';
import { isSeen, sightOf, whereSeen } from '#lib/service/events/sight.ts';
import { placeOf } from '#lib/service/events/places.ts';
import { pruneChain } from '#lib/service/record/prune.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { Reach } from '#lib/access/reach.ts';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { committed } from '#lib/store/store.ts';
import { all, is } from '#lib/store/predicates.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { grove } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, denied, failure, ok, TIME } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import {
  acme,
  evil,
  person,
  register,
  token,
  withParties as it,
} from '../support/organizations.ts';
import { bind, newGroup, newRole, personWith } from '../support/people.ts';

const EVENTS = '/iam/v2beta1/events';

interface Query {
  after?: string;
  type?: string;
  subject?: string;
  page_size?: string;
  page_token?: string;
}

const ask = (group: string, by: { token?: string } = {}, query: Query = {}): Promise<Answer> =>
  grove.get(`${EVENTS}?${new URLSearchParams({ group_uid: group, ...query }).toString()}`, by);

const events = async (...asked: Parameters<typeof ask>) =>
  ok(await ask(...asked))['events'] as Json[];

const types = (some: readonly Json[]) => some.map(({ type }) => type);
const uids = (some: readonly Json[]) => some.map(({ uid }) => String(uid));

it('has the record of a group and those below it, in order, with who changed what', async () => {
  const team = await newGroup(grove, acme.root, 'team', acme);
  const answer = await grove.call('PATCH', `/iam/v2beta1/groups/${team}?updateMask=description`, {
    ...acme,
    body: { name: 'x', description: 'New' },
  });
  const listed = await events(team, acme);
  expect(listed).toEqual([
    expect.objectContaining({ type: 'grove.iam.group.created.v1', subject: team }),
    {
      uid: expect.stringMatching(`^${acme.root}/[0-9a-f]{16}$`) as string,
      type: 'grove.iam.group.updated.v1',
      subject: team,
      group: team,
      createTime: expect.stringMatching(TIME) as string,
      actor: acme.owner,
      requestId: answer.headers.get('x-request-id'),
      result: 'OK',
      before: expect.objectContaining({ name: 'team', description: '' }) as Json,
      after: expect.objectContaining({ name: 'team', description: 'New' }) as Json,
    },
  ]);
  expect(uids(listed)).toEqual(uids(listed).sort());
  expect(ok(await grove.get(`${EVENTS}/${uids(listed)[1]}`, acme))).toEqual(listed[1]);
  expect(uids(await events(acme.root, acme))).toEqual(expect.arrayContaining(uids(listed)));
});

it('shows whoever may list a collection that it changed, and neither who changed it nor what', async () => {
  const team = await newGroup(grove, grove.rootUid);
  const other = await newGroup(grove, grove.rootUid);
  const mayList = await newRole(grove, ['groups.list']);
  const viewer = await personWith(grove, mayList, team);
  const below = await newGroup(grove, team);
  denied(
    await grove.post(`/iam/v2beta1/groups/${team}`, { name: 'x' }, viewer),
    'groups.create',
    team,
  );
  await writeJoined();
  await rowsIn('AuditEvent').update({
    where: { chain: '' },
    data: { createTime: new Date(Date.now() - 120_000) },
  });
  await chainAndSign();

  const seen = await events(grove.rootUid, viewer);
  const shown = (uid: string) => ({
    uid: expect.stringMatching(grove.rootUid) as string,
    createTime: expect.stringMatching(TIME) as string,
    type: 'grove.iam.group.created.v1',
    subject: uid,
    group: uid,
  });
  expect(seen).toEqual([shown(team), shown(below)]);
  expect(await events(team, viewer)).toEqual(seen);
  denied(await ask(other, viewer), 'groups.list', other);

  const whole = await events(team);
  expect(whole).toContainEqual(
    expect.objectContaining({ actor: viewer.uid, result: 'PERMISSION_DENIED' }),
  );
  for (const uid of uids(whole)) {
    const answer = await grove.get(`${EVENTS}/${uid}`, viewer);
    if (uids(seen).includes(uid)) expect(seen).toContainEqual(ok(answer));
    else failure(answer, 'NOT_FOUND');
  }
});

it('says nothing to other organizations, not even what exists', async () => {
  const [first] = uids(await events(acme.root, acme));
  const nothing = '0'.repeat(40);
  for (const root of [acme.root, nothing]) {
    denied(await ask(root, evil), 'groups.list', root);
    denied(await grove.get(`${EVENTS}/${root}/${'0'.repeat(10)}100000`, evil), 'groups.list', root);
  }
  expect(badFields(await ask(evil.root, evil, { after: first ?? '' }))).toEqual(['after']);
  const subjects = (await events(evil.root, evil)).map(({ subject }) => String(subject));
  expect(subjects.every((uid) => uid.startsWith(evil.root))).toBe(true);
  await bind(grove, evil.root, await register(grove, evil, person), 'owner', evil);
  denied(await ask(acme.root, { token }), 'groups.list', acme.root);
});

it('is a feed for whoever missed something', async () => {
  const before = await events(acme.root, acme);
  const last = uids(before).at(-1) ?? '';
  expect(await events(acme.root, acme, { after: last })).toEqual([]);
  const team = await newGroup(grove, acme.root, 'later', acme);
  const [made] = await events(acme.root, acme, { after: last });
  expect(made).toMatchObject({ subject: team });
  const type = 'grove.iam.group.created.v1';
  expect(await events(acme.root, acme, { type, subject: team })).toEqual([made]);
  expect(types(await events(acme.root, acme, { type: 'grove.iam.nothing.v1' }))).toEqual([]);

  const paged: Json[] = [];
  let next = '';
  do {
    const page = ok(await ask(acme.root, acme, { page_size: '1', page_token: next }));
    paged.push(...(page['events'] as Json[]));
    next = String(page['nextPageToken']);
  } while (next !== '');
  expect(paged).toEqual([...before, made]);
  const stolen = ok(await ask(acme.root, acme, { page_size: '1' }))['nextPageToken'];
  expect(badFields(await ask(evil.root, evil, { page_token: String(stolen) }))).toEqual([
    'page_token',
  ]);
});

it('refuses to continue after an event that is no longer kept', async () => {
  const [first, second = ''] = uids(await events(acme.root, acme));
  const expired = (answer: Answer) =>
    expect(failure(answer, 'FAILED_PRECONDITION').details).toMatchObject([
      { violations: [{ type: 'EVENTS_EXPIRED' }] },
    ]);
  expired(await ask(acme.root, acme, { after: `${acme.root}/${'f'.repeat(16)}` }));
  const DAY_MS = 24 * 60 * 60 * 1000;
  const { sequence } = placeOf(first ?? '', 'first');
  await rowsIn('AuditEvent').update({
    where: { chain: acme.root, sequence },
    data: { createTime: new Date(Date.now() - (config().eventRetention ?? 0) - DAY_MS) },
  });
  expired(await ask(acme.root, acme, { after: first ?? '' }));
  failure(await grove.get(`${EVENTS}/${first}`, acme), 'NOT_FOUND');
  expect(uids(await events(acme.root, acme))[0]).toBe(second);

  await newGroup(grove, evil.root, 'pruned', evil);
  const [pruned = ''] = uids(await events(evil.root, evil));
  await pruneChain(evil.root, new Date(Date.now() + 1_000), { actor: 'a test' });
  expired(await ask(evil.root, evil, { after: pruned }));
});

it('names what is wrong with a request', async () => {
  const [first = ''] = uids(await events(acme.root, acme));
  expect(badFields(await grove.get(EVENTS, acme))).toEqual(['group_uid']);
  expect(badFields(await ask('nonsense', acme))).toEqual(['group_uid']);
  expect(badFields(await ask(acme.root, acme, { after: 'x' }))).toEqual(['after']);
  expect(badFields(await ask(acme.root, acme, { page_size: '-1' }))).toEqual(['page_size']);
  expect(badFields(await grove.get(`${EVENTS}/nonsense`, acme))).toEqual(['uid']);
  expect(badFields(await grove.get(`${EVENTS}?order_by=uid`, acme))).toEqual(['order_by']);
  failure(await grove.post(`${EVENTS}/${first}`, {}, acme), 'UNIMPLEMENTED');
});

it('has at most 20 kB', async () => {
  const description = 'x'.repeat(512);
  const team = await newGroup(grove, acme.root, 'large', acme);
  const columns = Array.from({ length: 40 }, (_, nth) => [`field ${nth}`, description.repeat(2)]);
  const after = Object.fromEntries(columns) as JsonObject;
  await rowsIn('AuditEvent').update({ where: { resource: team }, data: { after, before: after } });
  const [event] = await events(team, acme);
  expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(20_000);
  expect(JSON.stringify(event)).toContain('SHA-256');
});

it('decides by one rule in the database and here', async () => {
  const team = await newGroup(grove, acme.root, 'ruled', acme);
  await newGroup(grove, team, 'within', acme);
  await register(grove, acme, person);
  await grove.post(`/iam/v2beta1/roles/${acme.root}`, { name: 'r', capabilities: [] }, acme);
  const rows = await committed.rows('AuditEvent', is('chain', acme.root));
  for (const capability of CAPABILITIES.filter((one) => one.endsWith('.list'))) {
    for (const place of [acme.root, team]) {
      const call = { reach: new Reach(new Map([[place, new Set([capability])]])) } as Call;
      const sight = sightOf(call, acme.root);
      const found = await committed.inOrder(
        'AuditEvent',
        all(is('chain', acme.root), whereSeen(sight)),
        { column: 'sequence', descending: false },
        1_000,
      );
      const here = rows.filter((row) => isSeen(sight, row)).map(({ uid }) => uid);
      expect(found.map(({ uid }) => uid).sort()).toEqual(here.sort());
    }
  }
});
