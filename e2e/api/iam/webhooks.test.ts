import { createHmac, timingSafeEqual } from 'node:crypto';
import { expect } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { until } from '../../support/until.ts';
import type { Received } from '../../support/webhook-receiver.ts';
import { grove, newName, receiver, withReceiver as it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok, okEmpty } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { bind, newGroup, newPerson, newRole } from '../support/people.ts';
import { arrived, subscribe, subscription, SUBSCRIPTIONS } from '../support/subscriptions.ts';

const parsed = ({ body }: Received) => JSON.parse(body) as Json & { data: Json };

it('sends events as CloudEvents with a signature that others verify', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { path, secret } = await subscribe(group);
  const child = await newGroup(grove, group);
  await newGroup(grove, grove.rootUid);
  const [got] = await arrived(path, 1);
  if (got === undefined) throw new Error('nothing arrived');
  const { headers, body } = got;
  expect(headers['content-type']).toBe('application/cloudevents+json');
  new Webhook(secret).verify(body, headers as Record<string, string>);
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const [, signature = ''] = String(headers['webhook-signature']).split(',');
  const expected = createHmac('sha256', key).update(signed).digest();
  expect(timingSafeEqual(Buffer.from(signature, 'base64'), expected)).toBe(true);

  const listed = ok(await grove.get(`/iam/v2beta1/events?group_uid=${child}`))['events'] as Json[];
  const event = parsed(got);
  expect(event).toMatchObject({
    specversion: '1.0',
    id: headers['webhook-id'],
    type: 'grove.iam.group.created.v1',
    subject: child,
  });
  expect(event.data).toEqual(listed.find(({ uid }) => uid === event['id']));
  expect(receiver.at(path)).toHaveLength(1);
});

it('leaves out the states, or sends a line of text', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const thin = await subscribe(group, { webhook: { format: 'THIN' } });
  const slack = await subscribe(group, {
    types: ['grove.iam.identity.*'],
    webhook: { format: 'SLACK' },
  });
  await newGroup(grove, group);
  ok(
    await grove.post(`/iam/v2beta1/identities/${group}`, {
      name: '<!here> & @channel',
      claimMatch: { issuer: 'https://a.example.com', subject: 'a' },
    }),
  );
  const [event] = await arrived(thin.path, 1);
  expect(event && parsed(event).data).not.toHaveProperty('after');
  const [line] = await arrived(slack.path, 1);
  expect(line && parsed(line)).toEqual({
    text: expect.stringMatching(
      /^grove\.iam\.identity\.created\.v1: &lt;!here&gt; &amp; @\u200bchannel \(.*\) <http.*\|Activity>$/,
    ) as string,
  });
});

it('tries again with the same id and a new time until the target takes it', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { path, uid, secret } = await subscribe(group);
  let failures = 3;
  receiver.answer(path, () => {
    failures -= 1;
    return failures >= 0 ? 500 : 204;
  });
  await newGroup(grove, group);
  const got = await arrived(path, 4);
  expect(new Set(got.map(({ id }) => id)).size).toBe(1);
  for (const { body, headers } of got) {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  }
  await until(async () => {
    expect(await subscription(uid)).toMatchObject({ state: 'ACTIVE' });
  });
});

it('says that it fails, and is disabled by 410 until somebody enables it', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { path, uid } = await subscribe(group);
  const state = (expected: Json) =>
    until(async () => {
      expect(await subscription(uid)).toMatchObject(expected);
    });
  receiver.answer(path, () => 500);
  await newGroup(grove, group);
  await state({ state: 'FAILING', reason: 'NOT_DELIVERED' });
  receiver.answer(path, () => 410);
  await newGroup(grove, group);
  await state({ state: 'DISABLED', reason: 'GONE', disabled: true });
  const audited = ok(await grove.get(`/iam/v2beta1/auditEvents?resource=${uid}`))['auditEvents'];
  expect(audited).toContainEqual(
    expect.objectContaining({
      type: 'grove.iam.subscription.updated.v1',
      actor: 'event delivery',
      after: expect.objectContaining({ state: 'DISABLED', reason: 'GONE' }) as Json,
    }),
  );
  receiver.answer(path, () => 204);
  const before = receiver.at(path).length;
  ok(await grove.patch(`${SUBSCRIPTIONS}/${uid}`, { disabled: false }));
  const later = await newGroup(grove, group);
  await until(() => {
    expect(
      receiver
        .at(path)
        .slice(before)
        .map(({ subject }) => subject),
    ).toContain(later);
  });
});

it('does not follow a redirect', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { path, uid } = await subscribe(group);
  receiver.answer(path, (_got, response) => {
    response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end();
  });
  await newGroup(grove, group);
  await until(async () => {
    expect(await subscription(uid)).toMatchObject({ state: 'FAILING' });
  });
  expect(receiver.at('/elsewhere')).toEqual([]);
});

it('holds back later events of a subject that fails, and no others', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const [first, second] = [await newGroup(grove, group), await newGroup(grove, group)];
  const { path } = await subscribe(group, { ordered: true });
  let isBroken = true;
  receiver.answer(path, ({ subject }) => (isBroken && subject === first ? 503 : 204));
  const change = async (uid: string, description: string) =>
    ok(await grove.patch(`/iam/v2beta1/groups/${uid}`, { description }));
  for (const description of ['1', '2', '3']) {
    await change(first, description);
    await change(second, description);
  }
  const descriptions = (subject: string) =>
    receiver
      .at(path)
      .filter((got) => got.subject === subject)
      .map((got) => (parsed(got).data['after'] as Json)['description']);
  await until(() => expect(descriptions(second)).toEqual(['1', '2', '3']));
  expect(new Set(descriptions(first))).toEqual(new Set(['1']));
  isBroken = false;
  await until(() => expect(descriptions(first).filter((one) => one !== '1')).toEqual(['2', '3']));
});

it('sends what its identity sees at that moment, and says that it sees nothing', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const person = await newPerson(grove);
  const mayList = await newRole(grove, ['groups.list']);
  const binding = await bind(grove, group, person.uid, mayList);
  const types = ['grove.iam.group.*', 'grove.iam.role_binding.*'];
  const { path, uid } = await subscribe(group, { types, identityUid: person.uid });
  const first = await newGroup(grove, group);
  await bind(grove, group, (await newPerson(grove)).uid, mayList);
  const [got] = await arrived(path, 1);
  expect(got).toMatchObject({ subject: first });
  expect(got && parsed(got).data).not.toHaveProperty('actor');
  const other = await subscribe(group);
  okEmpty(await grove.del(`/iam/v2beta1/roleBindings/${String(binding['uid'])}`));
  await until(async () => {
    expect(await subscription(uid)).toMatchObject({ state: 'FAILING', reason: 'NO_RIGHTS' });
  });
  // Each takes another look at the record, so the first of them is past for both.
  for (let look = 0; look < 4; look += 1) {
    const missed = await newGroup(grove, group);
    await until(() => expect(receiver.at(other.path).at(-1)).toMatchObject({ subject: missed }));
  }
  await bind(grove, group, person.uid, mayList);
  const last = await newGroup(grove, group);
  await until(() => expect(receiver.at(path).at(-1)).toMatchObject({ subject: last }));
  expect(receiver.at(path).map(({ subject }) => subject)).toEqual([first, last]);
  await until(async () => {
    expect(await subscription(uid)).toMatchObject({ state: 'ACTIVE' });
  });
});

it('does not let a slow target delay another', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const slow = await subscribe(group);
  const { promise, resolve } = Promise.withResolvers<void>();
  receiver.answer(slow.path, () => promise);
  const quick = await subscribe(group);
  await newGroup(grove, group);
  await arrived(slow.path, 1);
  await newGroup(grove, group);
  await arrived(quick.path, 2);
  expect(receiver.at(slow.path)).toHaveLength(1);
  resolve();
  await arrived(slow.path, 2);
});

it('sends what waits once it is enabled again, and what waits for others whatever a disabled one has', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const [off, other] = [await subscribe(group), await subscribe(group)];
  for (const { path } of [off, other]) receiver.answer(path, () => 500);
  const made = await newGroup(grove, group);
  await arrived(off.path, 1);
  ok(await grove.patch(`${SUBSCRIPTIONS}/${off.uid}`, { disabled: true }));
  const row = await until(async () => {
    const [waiting] = await rowsIn('Delivery').findMany({
      where: { subscriptionUid: off.uid },
    });
    expect(waiting).toMatchObject({ state: 'WAITING', nextTime: null });
    return waiting;
  });
  await rowsIn('Delivery').createMany(
    // More than are looked at together.
    Array.from({ length: 250 }, (_none, index) => ({
      ...row,
      eventUid: `${row?.eventUid.slice(0, -4)}${index + 1_000}`,
      nextTime: new Date(0),
    })),
  );
  receiver.answer(other.path, () => 204);
  await until(async () => {
    expect(await subscription(other.uid)).toMatchObject({ state: 'ACTIVE' });
  });
  receiver.answer(off.path, () => 204);
  const before = receiver.at(off.path).length;
  ok(await grove.patch(`${SUBSCRIPTIONS}/${off.uid}`, { disabled: false }));
  await until(() => {
    const sent = receiver.at(off.path).slice(before);
    expect(sent.map(({ subject }) => subject)).toContain(made);
  });
});

it('sends nothing more once its identity is another person', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const person = await newPerson(grove);
  await bind(grove, group, person.uid, await newRole(grove, ['groups.list']));
  const { path, uid } = await subscribe(group, { identityUid: person.uid });
  await newGroup(grove, group);
  await arrived(path, 1);
  const claimMatch = { issuer: 'https://a.example.com', subject: newName('another') };
  ok(await grove.patch(`/iam/v2beta1/identities/${person.uid}`, { claimMatch }));
  await newGroup(grove, group);
  await until(async () => {
    expect(await subscription(uid)).toMatchObject({ state: 'FAILING', reason: 'NO_RIGHTS' });
  });
  expect(receiver.at(path)).toHaveLength(1);
});

it('delivers though the clock was ahead when another process began to', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const { path } = await subscribe(group);
  await newGroup(grove, group);
  await arrived(path, 1);
  const value = JSON.stringify({ holder: 'gone', until: Date.now() + 86_400_000 });
  const where = { key: 'event-delivery' };
  await rowsIn('Setting').update({ where, data: { value } });
  await until(async () => {
    expect((await rowsIn('Setting').findOnly({ where })).value).not.toContain('gone');
  });
  await newGroup(grove, group);
  await arrived(path, 2);
});
