// @module-tag http
/** Digests of saved views by e-mail. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect } from 'vitest';
import type { ParsedMail } from 'mailparser';
import { config } from '#lib/config.ts';
import { deliverEvents } from '#lib/service/events/webhooks/job.ts';
import { until } from '../../support/until.ts';
import { grove, mail, newName, withMail as it } from '../fixtures.ts';
import { OWNER_EMAIL, type Json } from '../harness.ts';
import { badFields, failure, ok, okEmpty, violations } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup, newPerson } from '../support/people.ts';
import { insertAdvisory } from '../support/rows.ts';
import { subscription, SUBSCRIPTIONS } from '../support/subscriptions.ts';

const VIEWS = '/iam/v2beta1/savedViews';
const CRITICAL = 4;

let stop: () => Promise<void>;

it.beforeAll(async () => {
  await rowsIn('Identity').update({
    where: { uid: grove.ownerUid },
    data: { emailUnverified: null },
  });
});

beforeEach(() => {
  stop = deliverEvents();
});

afterEach(async () => {
  await stop();
  await rowsIn('Subscription').delete();
});

/** Has it be due now, as if its time had come. */
const due = (uid: string) =>
  rowsIn('Subscription').update({ where: { uid }, data: { digestTime: new Date(Date.now() - 1) } });

async function newView(group: string, body: Json = {}): Promise<string> {
  const filters = [{ parameter: 'severities', values: ['CRITICAL'] }];
  const view = {
    name: newName('view'),
    collection: 'advisories',
    scope: 'BELOW',
    filters,
    ...body,
  };
  return String(ok(await grove.post(`${VIEWS}/${group}`, view))['uid']);
}

const digestOf = (savedViewUid: string, email: Json = {}) => ({
  name: newName('digest'),
  email: { savedViewUid, schedule: 'DAILY', timeZone: 'Europe/Berlin', ...email },
});

async function subscribe(group: string, body: Json): Promise<string> {
  return String(ok(await grove.post(`${SUBSCRIPTIONS}/${group}`, body))['uid']);
}

/** Lets a change become old enough for a digest. */
const settled = () => wait(2 * config().pace.digestSettleMs);

/** The next message. Its digest is looked at, so that a test without one fails instead of waiting. */
async function digest(uid: string): Promise<ParsedMail> {
  const before = mail.received.length;
  await look(uid);
  expect(mail.received).toHaveLength(before + 1);
  return (await mail.next()).mail;
}

/** Waits until the digest that is due was looked at. */
const lookedAt = (uid: string) =>
  until(async () => {
    const row = await rowsIn('Subscription').findFirst({ where: { uid } });
    expect(Number(row?.['digestTime'])).toBeGreaterThan(Date.now());
  });

async function look(uid: string): Promise<void> {
  await due(uid);
  await lookedAt(uid);
}

it('sends one message about all that is new, in text and as a page, and none about nothing', async () => {
  const group = await newGroup(grove, grove.rootUid, newName('payments'));
  const { name } = ok(await grove.get(`/iam/v2beta1/groups/${group}`));
  await insertAdvisory(group, 'CVE-2026-0', { severity: CRITICAL });
  const uid = await subscribe(group, digestOf(await newView(group)));
  for (let nth = 1; nth <= 25; nth += 1) {
    const summary = '<b>Overflow</b> & more';
    await insertAdvisory(group, `CVE-2026-${nth}`, { severity: CRITICAL, summary });
  }
  await insertAdvisory(group, 'CVE-2026-99', { severity: 1 });
  await settled();
  const message = await digest(uid);
  const text = message.text ?? '';
  expect(mail.received.at(-1)?.to).toEqual([OWNER_EMAIL]);
  expect(message.subject).toBe(`25 new critical advisories in ${String(name)} (Grove)`);
  expect(text).toMatch(/^Since \w{3}, \d+ \w{3} \d{4}, \d\d:\d\d \(Europe\/Berlin\)$/m);
  expect(text).toContain('- and 5 more');
  expect(text).not.toMatch(/CVE-2026-(?:0|99)\b/);
  expect(message.html).toContain('&#60;b&#62;Overflow&#60;/b&#62; &#38; more');
  expect(message.html).not.toMatch(/<(?:img|script|link)/);
  const sent = mail.received.length;
  await look(uid);
  expect(mail.received).toHaveLength(sent);
});

it('has the same Message-ID if it is sent again after a crash, unless it says more', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const uid = await subscribe(group, digestOf(await newView(group)));
  await insertAdvisory(group, 'CVE-2026-1', { severity: CRITICAL });
  await settled();
  // As a process leaves it that is killed before it notes what it has sent.
  const sent = async () => {
    const data = { sinceTime: null, digestHash: '' };
    await rowsIn('Subscription').update({ where: { uid }, data });
    return (await digest(uid)).messageId;
  };
  const first = await sent();
  expect(await sent()).toBe(first);
  await insertAdvisory(group, 'CVE-2026-2', { severity: CRITICAL });
  await settled();
  expect(await sent()).not.toBe(first);
});

it('ends by the POST of RFC 8058 without signing in, and a GET only asks', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const uid = await subscribe(group, digestOf(await newView(group)));
  await insertAdvisory(group, 'CVE-2026-1', { severity: CRITICAL });
  await settled();
  const { headers } = await digest(uid);
  expect(headers.get('list')).toMatchObject({ unsubscribe: { url: expect.any(String) as string } });
  const { unsubscribe } = headers.get('list') as unknown as { unsubscribe: { url: string } };
  const ask = (method: string, url = unsubscribe.url) =>
    fetch(url, {
      method,
      ...(method === 'POST' && {
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      }),
    });
  const page = await ask('GET');
  expect([page.status, page.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  expect(await subscription(uid)).toMatchObject({ state: 'ACTIVE' });
  for (const change of [
    { code: 'A'.repeat(43) },
    { uid: await subscribe(group, digestOf(await newView(group))) },
  ]) {
    const wrong = new URL(unsubscribe.url);
    for (const [key, value] of Object.entries(change)) wrong.searchParams.set(key, value);
    expect((await ask('POST', wrong.href)).status).toBe(404);
  }
  expect(await subscription(uid)).toMatchObject({ state: 'ACTIVE' });
  expect((await ask('POST')).status).toBe(200);
  expect((await ask('POST')).status).toBe(200);
  expect(await subscription(uid)).toMatchObject({ state: 'DISABLED', reason: 'UNSUBSCRIBED' });
  const records = ok(
    await grove.get(`/iam/v2beta1/auditEvents?resource=${uid}&actor=link of a digest`),
  );
  expect(records['auditEvents']).toHaveLength(1);
  const sent = mail.received.length;
  await insertAdvisory(group, 'CVE-2026-2', { severity: CRITICAL });
  await settled();
  await due(uid);
  // Another one that is due as well shows that the job has looked.
  await look(await subscribe(group, digestOf(await newView(group))));
  expect(mail.received).toHaveLength(sent);
});

it('says why nothing is sent: no view, no address', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const view = await newView(group);
  const uid = await subscribe(group, digestOf(view));
  const verified = (emailUnverified: true | null) =>
    rowsIn('Identity').update({ where: { uid: grove.ownerUid }, data: { emailUnverified } });
  await verified(true);
  await look(uid);
  expect(await subscription(uid)).toMatchObject({ state: 'FAILING', reason: 'NO_ADDRESS' });
  await verified(null);
  await look(uid);
  expect(await subscription(uid)).toMatchObject({ state: 'ACTIVE' });
  okEmpty(await grove.del(`${VIEWS}/${view}`));
  await look(uid);
  expect(await subscription(uid)).toMatchObject({ state: 'FAILING', reason: 'NO_VIEW' });
});

it('is sent at once in one message with the other changes of a minute', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const view = await newView(group, { collection: 'groups', filters: [] });
  const uid = await subscribe(group, digestOf(view, { schedule: 'AT_ONCE' }));
  await newGroup(grove, group, newName('one'));
  await newGroup(grove, group, newName('two'));
  expect((await digest(uid)).subject).toMatch(/^2 new groups in /);
});

it('says how things are where a view is of states, and not the same twice', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const filters = [{ parameter: 'seen', values: ['false'] }];
  const view = await newView(group, { collection: 'identities', filters });
  const uid = await subscribe(group, digestOf(view, { schedule: 'WEEKLY' }));
  await newPerson(grove, group);
  expect((await digest(uid)).subject).toMatch(/^1 identity never seen in /);
  const sent = mail.received.length;
  await look(uid);
  expect(mail.received).toHaveLength(sent);
});

it('says again what a view of states listed before, once it has listed nothing in between', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const filters = [{ parameter: 'seen', values: ['false'] }];
  const view = await newView(group, { collection: 'identities', filters });
  const uid = await subscribe(group, digestOf(view));
  const person = await newPerson(grove, group);
  const where = { uid: person.uid };
  const row = await rowsIn('Identity').findFirst({ where });
  const seen = (lastSeenTime: Date) => rowsIn('Identity').update({ where, data: { lastSeenTime } });
  expect((await digest(uid)).subject).toMatch(/^1 identity never seen in /);
  const sent = mail.received.length;
  await seen(new Date());
  await look(uid);
  expect(mail.received).toHaveLength(sent);
  await seen(new Date(Number(row?.['createTime'])));
  expect((await digest(uid)).subject).toMatch(/^1 identity never seen in /);
});

it('has what was new before its schedule changed, and nothing from before it was enabled', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const view = await newView(group);
  const uid = await subscribe(group, digestOf(view));
  const change = async (body: Json) => ok(await grove.patch(`${SUBSCRIPTIONS}/${uid}`, body));
  await insertAdvisory(group, 'CVE-2026-1', { severity: CRITICAL });
  await settled();
  await change({ email: { savedViewUid: view, schedule: 'WEEKLY', timeZone: 'UTC' } });
  expect((await digest(uid)).text).toContain('CVE-2026-1');
  await insertAdvisory(group, 'CVE-2026-2', { severity: CRITICAL });
  await settled();
  await change({ disabled: true });
  await change({ disabled: false });
  await insertAdvisory(group, 'CVE-2026-3', { severity: CRITICAL });
  await settled();
  expect((await digest(uid)).text).not.toContain('CVE-2026-2');
});

it.for<[string, (view: string) => Json]>([
  ['email.timeZone', (view) => digestOf(view, { timeZone: 'Mars/Olympus' })],
  ['email.timeZone', (view) => digestOf(view, { timeZone: '+01:00' })],
  ['email.schedule', (view) => digestOf(view, { schedule: 'YEARLY' })],
  ['email.savedViewUid', () => digestOf(`${grove.rootUid}/${'0'.repeat(16)}`)],
  ['types', (view) => ({ ...digestOf(view), types: ['*'] })],
  ['email', (view) => ({ ...digestOf(view), webhook: { url: 'https://hooks.example.com/' } })],
  ['secret', (view) => ({ ...digestOf(view), secret: `whsec_${'A'.repeat(43)}=` })],
])('refuses %s', async ([field, body]) => {
  const group = await newGroup(grove, grove.rootUid);
  const wrong = body(await newView(group));
  expect(badFields(await grove.post(`${SUBSCRIPTIONS}/${group}`, wrong))).toEqual([field]);
});

it('goes to nobody but whoever asked, at a verified address', async ({ as }) => {
  const group = await newGroup(grove, grove.rootUid);
  const view = await newView(group, { shared: true });
  const editor = await as('editor');
  const create = (body: Json, by?: { token: string }) =>
    grove.post(`${SUBSCRIPTIONS}/${group}`, { ...digestOf(view), ...body }, by);
  expect(badFields(await create({}, editor))).toEqual(['email']);
  expect(violations(await create({ identityUid: editor.uid }))).toEqual({
    identityUid: 'must be your own: a digest goes to whoever asked for it',
  });
  const uid = await subscribe(group, digestOf(view));
  const patch = (body: Json) => grove.patch(`${SUBSCRIPTIONS}/${uid}`, body, editor);
  expect(badFields(await patch({ email: { schedule: 'HOURLY' } }))).toEqual(['identityUid']);
  ok(await patch({ disabled: true }));
  expect(badFields(await patch({ disabled: false }))).toEqual(['identityUid']);
  failure(await grove.post(`${SUBSCRIPTIONS}:test`, { uid }), 'FAILED_PRECONDITION');
});
