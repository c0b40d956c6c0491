// @module-tag http
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { EventSource } from 'eventsource';
import { afterEach, expect } from 'vitest';
import { EventsService } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import { config } from '#lib/config.ts';
import { all, is, lessThan } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { grove, withSettings } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, denied, failure, ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { closeStreams, watch, WATCH, type EventStream } from '../support/event-streams.ts';
import {
  newOrganization,
  register,
  signedIn,
  type Organization,
} from '../support/organizations.ts';
import { bind, newGroup, newPerson, newRole } from '../support/people.ts';

const MOST = 6;
const it = withSettings({
  GROVE_MAX_EVENT_STREAMS: String(MOST),
  GROVE_MAX_EVENT_STREAMS_PER_CALLER: '3',
  GROVE_TRUSTED_PROXIES: '127.0.0.1',
  GROVE_MAX_EVENT_STREAMS_PER_CLIENT: '4',
});

afterEach(closeStreams);

const subjectOf = async (stream: EventStream) => (await stream.next())?.data['subject'];

/** The newest event that the caller sees. */
async function newest({ root, token }: Organization): Promise<string> {
  const { events } = ok(
    await grove.get(`/iam/v2beta1/events?group_uid=${root}&page_size=200`, { token }),
  );
  return String((events as Json[]).at(-1)?.['uid']);
}

it('has what happens, in order, as CloudEvents that the list has as well', async () => {
  const acme = await newOrganization(grove);
  const stream = await watch(acme.root, acme);
  expect([stream.status, Object.fromEntries(stream.headers)]).toMatchObject([
    200,
    {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  ]);
  expect(stream.headers.has('content-encoding')).toBe(false);
  expect(await stream.block()).toMatch(/^retry: [34]\d{3}\nid: [0-9a-f]{40}\/[0-9a-f]{16}$/);
  const made = [
    await newGroup(grove, acme.root, 'one', acme),
    await newGroup(grove, acme.root, 'two', acme),
  ];
  for (const uid of made) {
    const message = await stream.next();
    expect(message).toMatchObject({
      name: 'message',
      data: { specversion: '1.0', type: 'grove.iam.group.created.v1', subject: uid },
    });
    const event = ok(await grove.get(`/iam/v2beta1/events/${message?.id}`, acme));
    expect(message?.data['data']).toEqual(event);
  }
  const beats = [await stream.block(), await stream.block()];
  expect(beats).toEqual([':', ':']);
});

it('continues after the last event that a client has, by the header or the query', async () => {
  const acme = await newOrganization(grove);
  const last = await newest(acme);
  const missed = await newGroup(grove, acme.root, 'missed', acme);
  const again = await watch(acme.root, { ...acme, headers: { 'last-event-id': last } });
  expect(await subjectOf(again)).toBe(missed);
  expect(await subjectOf(await watch(acme.root, { ...acme, after: last }))).toBe(missed);
  const other = await newOrganization(grove);
  const foreign = await grove.get(`${WATCH}?group_uid=${other.root}&after=${last}`, other);
  expect(badFields(foreign)).toEqual(['after']);
});

it('says that events are missing, and then continues', async () => {
  const acme = await newOrganization(grove);
  const last = await newest(acme);
  await newGroup(grove, acme.root, 'missed', acme);
  const DAY_MS = 24 * 60 * 60 * 1_000;
  const createTime = new Date(Date.now() - (config().eventRetention ?? 0) - DAY_MS);
  await rowsIn('AuditEvent').update({ where: { chain: acme.root }, data: { createTime } });
  const stream = await watch(acme.root, { ...acme, after: last });
  const reset = await stream.next();
  expect(reset).toMatchObject({ name: 'reset', data: { after: reset?.id } });
  const later = await newGroup(grove, acme.root, 'later', acme);
  expect(await subjectOf(stream)).toBe(later);
});

it('shows what the caller may see at that moment, below the group that is watched', async () => {
  const team = await newGroup(grove, grove.rootUid);
  const viewer = await newPerson(grove);
  const mayList = await newRole(grove, ['groups.list']);
  const binding = await bind(grove, team, viewer.uid, mayList);
  const owner = await watch(grove.rootUid, { token: grove.ownerToken });
  const stream = await watch(team, viewer);
  await newGroup(grove, grove.rootUid);
  const below = await newGroup(grove, team);
  const message = await stream.next();
  expect(message?.data['subject']).toBe(below);
  expect(message?.data['data']).not.toHaveProperty('actor');
  await grove.del(`/iam/v2beta1/roleBindings/${String(binding['uid'])}`);
  await newGroup(grove, team);
  expect(await stream.next()).toBeNull();
  while ((await owner.next())?.data['type'] !== 'grove.iam.role_binding.deleted.v1');
  expect((await owner.next())?.data['data']).toHaveProperty('actor', grove.ownerUid);
});

it('has nothing of other organizations, and is refused to strangers', async () => {
  const [acme, evil] = [await newOrganization(grove), await newOrganization(grove)];
  denied(await grove.get(`${WATCH}?group_uid=${acme.root}`, evil), 'groups.list', acme.root);
  failure(await grove.get(`${WATCH}?group_uid=${acme.root}`, { token: null }), 'UNAUTHENTICATED');
  const inAddress = `${WATCH}?group_uid=${acme.root}&access_token=${acme.token}`;
  failure(await grove.get(inAddress, { token: null }), 'UNAUTHENTICATED');
  expect(badFields(await grove.get(WATCH, acme))).toEqual(['group_uid']);
  const stream = await watch(evil.root, evil);
  await newGroup(grove, acme.root, 'secret', acme);
  const own = await newGroup(grove, evil.root, 'own', evil);
  expect(await subjectOf(stream)).toBe(own);
});

it('ends with the session, and is no use of it, nor are requests that a page sends by itself', async () => {
  const { root, owner } = await newOrganization(grove);
  const headers = await signedIn({ issuer: grove.url, subject: owner, provider: null });
  const where = all(is('subject', owner));
  const long = new Date(Date.now() - 5 * 60_000);
  await expect.poll(() => committed.find('Session', where)).toHaveLength(1);
  await rowsIn('Session').update({ where: { subject: owner }, data: { lastSeenTime: long } });
  // An open page connects again by itself.
  await (await watch(root, { headers })).close();
  const stream = await watch(root, { headers });
  expect([await stream.block(), await stream.block(), await stream.block()]).toContain(':');
  ok(
    await grove.get('/auth/v1/me', {
      token: null,
      headers: { ...headers, 'x-grove-unattended': '1' },
    }),
  );
  const [session] = await committed.find('Session', where);
  expect(session?.lastSeenTime).toEqual(long);
  ok(await grove.get('/auth/v1/me', { token: null, headers }));
  await expect
    .poll(() =>
      committed.find(
        'Session',
        all(where, lessThan('lastSeenTime', new Date(Date.now() - 60_000))),
      ),
    )
    .toEqual([]);
  await rowsIn('Session').delete();
  expect(await stream.next()).toBeNull();
  expect((await watch(root, { headers })).status).toBe(401);
});

it('ends with a token that is revoked', async () => {
  const { root, owner } = await newOrganization(grove);
  const token = await grove.token(owner);
  const stream = await watch(root, { token });
  const body = new URLSearchParams({ token });
  await fetch(`${grove.url}/oauth/revoke`, { method: 'POST', body });
  expect(await stream.next()).toBeNull();
});

it('ends with a role that ends by itself', async () => {
  const viewer = await newPerson(grove);
  const team = await newGroup(grove, grove.rootUid);
  const binding = await bind(grove, team, viewer.uid, await newRole(grove, ['groups.list']));
  const stream = await watch(team, viewer);
  ok(await grove.patch(`/iam/v2beta1/roleBindings/${String(binding['uid'])}`, { ttl: '1s' }));
  expect(await stream.next()).toBeNull();
  expect((await watch(team, viewer)).status).toBe(403);
});

it('is bounded for a caller, a share, a network and the process, and free again once it ends', async () => {
  const from = (network: number) => ({ 'x-forwarded-for': `203.0.113.${network}` });
  const [acme, evil] = [await newOrganization(grove), await newOrganization(grove)];
  const opened = async ({ root, token }: Organization, network: number) => {
    const stream = await watch(root, { token, headers: from(network) });
    return stream.status;
  };
  expect([await opened(acme, 1), await opened(acme, 1), await opened(acme, 2)]).toEqual([
    200, 200, 200,
  ]);
  expect(await opened(acme, 2)).toBe(429);
  const colleague = await register(grove, acme, {
    issuer: 'https://people.example.com',
    subject: 'colleague',
  });
  await bind(grove, acme.root, colleague, 'viewer', acme);
  expect(await opened({ ...acme, token: await grove.token(colleague) }, 3)).toBe(429);
  expect([await opened(evil, 1), await opened(evil, 1), await opened(evil, 1)]).toEqual([
    200, 200, 429,
  ]);
  await closeStreams();
  await expect.poll(() => opened(acme, 3)).toBe(200);
  const head = { ...acme, headers: from(4) };
  for (let asked = 0; asked <= MOST; asked += 1) {
    expect((await grove.call('HEAD', `${WATCH}?group_uid=${acme.root}`, head)).status).toBe(200);
  }
});

/** Breaks a connection after its first event, and has the client wait no longer than it must. */
const breaking = () =>
  new TransformStream<string, string>({
    transform(text, controller) {
      controller.enqueue(text.replace(/^retry: \d+/, 'retry: 1'));
      if (text.includes('\ndata: ')) controller.terminate();
    },
  });

it('is read by the client of browsers, which connects again where it was', async () => {
  const acme = await newOrganization(grove);
  const heard: unknown[] = [];
  const source = new EventSource(`${grove.url}${WATCH}?group_uid=${acme.root}`, {
    async fetch(url, init) {
      const headers = { ...init.headers, authorization: `Bearer ${acme.token}` };
      const { body, status, headers: answered } = await fetch(url, { ...init, headers });
      const text = body?.pipeThrough(new TextDecoderStream()).pipeThrough(breaking());
      const bytes = text?.pipeThrough(new TextEncoderStream()) ?? null;
      return { url: String(url), status, redirected: false, headers: answered, body: bytes };
    },
  });
  try {
    source.addEventListener('message', ({ data }) =>
      heard.push((JSON.parse(data as string) as Json)['subject']),
    );
    await expect.poll(() => source.readyState).toBe(EventSource.OPEN);
    const made: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      made.push(await newGroup(grove, acme.root, name, acme));
    }
    await expect.poll(() => heard).toEqual(made);
  } finally {
    source.close();
  }
});

it('is the same over gRPC', async () => {
  const acme = await newOrganization(grove);
  const baseUrl = grove.url.replace('localhost', '127.0.0.1');
  const client = createClient(EventsService, createGrpcTransport({ baseUrl }));
  const end = new AbortController();
  const headers = { authorization: `Bearer ${acme.token}` };
  const stream = client.watchEvents({ groupUid: acme.root }, { headers, signal: end.signal });
  const seen: (string | undefined)[] = [];
  let made = '';
  for await (const { event, after } of stream) {
    if (event === undefined && after !== undefined) {
      made = await newGroup(grove, acme.root, 'called', acme);
    } else if (event !== undefined) {
      seen.push(event.subject);
      end.abort();
      break;
    }
  }
  expect(seen).toEqual([made]);
  const refused = client.watchEvents({ groupUid: acme.root })[Symbol.asyncIterator]().next();
  await expect(refused).rejects.toThrow(/Unauthenticated/);
});
