import { expect } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { until } from '../../support/until.ts';
import { grove, receiver, withReceiver as it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, denied, failure, ok } from '../support/answers.ts';
import { pruneOld } from '#lib/service/events/webhooks/deliveries.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup, newRole, personWith } from '../support/people.ts';
import { arrived, subscribe, subscription, SUBSCRIPTIONS } from '../support/subscriptions.ts';

const replay = (body: Json, by?: { token: string }) =>
  grove.post(`${SUBSCRIPTIONS}:replay`, body, by);

const deliveries = async (uid: string, query = '', by?: { token: string }) =>
  ok(await grove.get(`${SUBSCRIPTIONS}:deliveries?uid=${uid}${query}`, by));

const listed = async (uid: string) => (await deliveries(uid))['deliveries'] as Json[];

const HOUR_AGO = () => new Date(Date.now() - 3_600_000).toISOString();

it('says what became of each event, the latest first, and to whom an event is shown', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { path, uid } = await subscribe(group);
  receiver.answer(path, (got, response) => {
    response.writeHead(got.id === first ? 418 : 200).end('x'.repeat(5_000));
  });
  let first = '';
  const uids = [await newGroup(grove, group), await newGroup(grove, group)];
  const [got] = await arrived(path, 1);
  first = String(got?.id);
  await arrived(path, 2);
  const all = await until(async () => {
    const known = await listed(uid);
    expect(known.map(({ state }) => state)).toEqual(['DELIVERED', 'DELIVERED']);
    return known;
  });
  expect(all.map(({ subject }) => subject)).toEqual(uids.toReversed());
  expect(all[0]).toMatchObject({
    type: 'grove.iam.group.created.v1',
    attempts: 1,
    status: 200,
    answer: 'x'.repeat(4_096),
  });
  const page = await deliveries(uid, '&page_size=1');
  const next = await deliveries(uid, `&page_token=${String(page['nextPageToken'])}`);
  expect([page, next].flatMap((one) => one['deliveries'])).toEqual(all);

  const mayList = await newRole(grove, ['subscriptions.list']);
  const watcher = await personWith(grove, mayList, group);
  const [shown] = (await deliveries(uid, '', watcher))['deliveries'] as Json[];
  expect(shown).toMatchObject({ state: 'DELIVERED' });
  expect(shown).not.toHaveProperty('type');
  expect(shown).not.toHaveProperty('subject');
  denied(await replay({ uid, since: HOUR_AGO() }, watcher), 'subscriptions.update', uid);
});

it('sends the events of a time again, with the same ids, or counts them', async () => {
  const group = await newGroup(grove, grove.rootUid);
  await newGroup(grove, group);
  const { path, uid } = await subscribe(group);
  await newGroup(grove, group);
  const [got] = await arrived(path, 1);
  await until(async () => expect(await listed(uid)).toMatchObject([{ state: 'DELIVERED' }]));
  const since = HOUR_AGO();
  // The group, the one before the subscription, and the one that was sent.
  expect(ok(await replay({ uid, since, validateOnly: true }))).toEqual({ count: 3 });
  expect(ok(await replay({ uid, since, until: since, validateOnly: true }))).toEqual({ count: 0 });
  expect(receiver.at(path)).toHaveLength(1);
  expect(ok(await replay({ uid, since }))).toEqual({ count: 3 });
  const again = await arrived(path, 4);
  expect(again.filter(({ id }) => id === got?.id)).toHaveLength(2);
  expect(ok(await replay({ uid, eventUid: String(got?.id) }))).toEqual({ count: 1 });
  await arrived(path, 5);
});

it('sends events again that it tries no more', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { path, uid } = await subscribe(group);
  receiver.answer(path, () => 400);
  await newGroup(grove, group);
  await until(async () => expect(await listed(uid)).toMatchObject([{ state: 'WAITING' }]));
  await rowsIn('Delivery').update({
    where: { subscriptionUid: uid },
    data: { state: 'FAILED', nextTime: null },
  });
  receiver.answer(path, () => 204);
  expect(ok(await replay({ uid, failedOnly: true }))).toEqual({ count: 1 });
  await until(async () => expect(await listed(uid)).toMatchObject([{ state: 'DELIVERED' }]));
  expect(ok(await replay({ uid, failedOnly: true }))).toEqual({ count: 0 });
});

it('asks which events, and refuses what it does not see', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { uid } = await subscribe(group);
  const other = await newGroup(grove, grove.rootUid);
  const events = ok(await grove.get(`/iam/v2beta1/events?group_uid=${other}`))['events'] as Json[];
  expect(badFields(await replay({ uid }))).toEqual(['since']);
  expect(badFields(await replay({ uid, since: 'yesterday' }))).toEqual(['since']);
  expect(badFields(await replay({ uid, eventUid: String(events[0]?.['uid']) }))).toEqual([
    'eventUid',
  ]);
  // Of the group, but of a type that it does not send.
  const own = ok(await grove.get(`/iam/v2beta1/events?group_uid=${group}`))['events'] as Json[];
  const unsent = own.find(({ type }) => type === 'grove.iam.subscription.created.v1');
  expect(badFields(await replay({ uid, eventUid: String(unsent?.['uid']) }))).toEqual(['eventUid']);
  ok(await grove.patch(`${SUBSCRIPTIONS}/${uid}`, { disabled: true }));
  expect(failure(await replay({ uid, failedOnly: true }), 'FAILED_PRECONDITION').message).toContain(
    'disabled',
  );
});

it('signs with the new secret and the one before', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { path, uid, secret } = await subscribe(group);
  const rotated = ok(await grove.post(`${SUBSCRIPTIONS}:rotateSecret`, { uid }));
  expect(rotated['secret']).not.toBe(secret);
  const verified = async (count: number, secrets: string[]) => {
    await newGroup(grove, group);
    const got = (await arrived(path, count)).at(-1);
    for (const one of secrets) {
      const webhook = new Webhook(one);
      webhook.verify(got?.body ?? '', got?.headers as Record<string, string>);
    }
    return got;
  };
  await verified(1, [secret, String(rotated['secret'])]);
  await rowsIn('Subscription').update({
    where: { uid },
    data: { previousUntil: new Date(Date.now() - 1) },
  });
  const got = await verified(2, [String(rotated['secret'])]);
  expect(String(got?.headers['webhook-signature']).split(' ')).toHaveLength(1);
  expect(
    badFields(await grove.post(`${SUBSCRIPTIONS}:rotateSecret`, { uid, secret: 'x' })),
  ).toEqual(['secret']);
});

it('sends an example to the target', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { path, uid, secret } = await subscribe(group);
  receiver.answer(path, (_got, response) => {
    response.writeHead(202).end('thanks');
  });
  const answer = ok(await grove.post(`${SUBSCRIPTIONS}:test`, { uid }));
  expect(answer).toMatchObject({ status: 202, answer: 'thanks', type: receiver.at(path)[0]?.type });
  const [got] = receiver.at(path);
  new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>);
  const url = 'http://127.0.0.1:9/nobody';
  ok(await grove.patch(`${SUBSCRIPTIONS}/${uid}`, { webhook: { url } }));
  expect(ok(await grove.post(`${SUBSCRIPTIONS}:test`, { uid }))).toMatchObject({
    problem: 'REFUSED',
  });
  expect(await listed(uid)).toEqual([]);
  expect(await subscription(uid)).toMatchObject({ state: 'ACTIVE' });
});

it('does not send an event that waits once its type is no longer chosen', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const types = ['grove.iam.group.created.v1', 'grove.iam.group.updated.v1'];
  const { path, uid } = await subscribe(group, { types });
  receiver.answer(path, () => 500);
  await newGroup(grove, group);
  await arrived(path, 1);
  ok(
    await grove.patch(`${SUBSCRIPTIONS}/${uid}?update_mask=types`, {
      types: ['grove.iam.group.updated.v1'],
    }),
  );
  await until(async () =>
    expect(await listed(uid)).toMatchObject([{ state: 'FAILED', problem: 'NOT_CHOSEN' }]),
  );
});

it('has a bound of requests a minute for each subscription', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const [one, other] = [await subscribe(group), await subscribe(group)];
  const counted = ({ uid }: { uid: string }) =>
    replay({ uid, since: HOUR_AGO(), validateOnly: true });
  for (let time = 0; time < 20; time += 1) ok(await counted(one));
  failure(await counted(one), 'RESOURCE_EXHAUSTED');
  ok(await counted(other));
});

it('forgets what became of events after 14 days, also of a subscription that sends nothing', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { path, uid } = await subscribe(group);
  await newGroup(grove, group);
  await arrived(path, 1);
  await until(async () => expect(await listed(uid)).toMatchObject([{ state: 'DELIVERED' }]));
  await pruneOld();
  expect(await listed(uid)).toHaveLength(1);
  const createTime = new Date(Date.now() - 15 * 86_400_000);
  await rowsIn('Delivery').update({ where: { subscriptionUid: uid }, data: { createTime } });
  await pruneOld();
  expect(await listed(uid)).toEqual([]);
});
