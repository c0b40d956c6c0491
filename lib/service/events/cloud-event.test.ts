import { expect, it } from 'vitest';
import { cloudEvent } from './cloud-event.ts';
import { eventUid, placeOf } from './places.ts';

const chain = 'a'.repeat(40);

it('has what programs route and order events by', () => {
  const uid = eventUid({ chain, sequence: 3, nth: 0 });
  const event = {
    uid,
    type: 'grove.iam.group.created.v1',
    subject: `${chain}/1`,
    group: chain,
    createTime: '2026-11-28T00:00:00.000Z',
  };
  expect(cloudEvent(event)).toMatchObject({
    specversion: '1.0',
    id: uid,
    source: expect.stringContaining(chain) as string,
    type: event.type,
    subject: event.subject,
    time: event.createTime,
    sequence: '0000000000300000',
    partitionkey: event.subject,
    data: event,
  });
});

it('keeps every place in the order of its uid, also the largest', () => {
  const places = [
    { chain, sequence: 1, nth: 0 },
    { chain, sequence: 1, nth: 1_048_575 },
    { chain, sequence: 2, nth: 0 },
    { chain, sequence: 2 ** 31 - 1, nth: 1_048_575 },
  ];
  const uids = places.map(eventUid);
  expect(uids).toEqual(uids.toSorted());
  expect(uids.map((uid) => placeOf(uid, 'uid'))).toEqual(places);
});
