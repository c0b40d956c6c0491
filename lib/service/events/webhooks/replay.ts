/** Sends past events of a subscription again. */
import { z } from 'zod';
import { invalidField, refusal, tryAgain } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { eventOf, recordAudit } from '#lib/audit/record.ts';
import type {
  ReplaySubscriptionRequestJson,
  ReplaySubscriptionResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/subscriptions_pb.js';
import type { EventJson } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import { TokenBuckets } from '#lib/limits/token-buckets.ts';
import { partsOf } from '#lib/parts.ts';
import { perProcess } from '#lib/per-process.ts';
import { matchesAny } from '#lib/resources/event-patterns.ts';
import { text, uid } from '#lib/resources/fields.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { subscription as definition } from '#lib/resources/subscription.ts';
import { changeAs, requireAt } from '#lib/service/calls/attempt.ts';
import { actorOf } from '#lib/service/calls/audit.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { all, atLeast, atMost, is, lessThan } from '#lib/store/predicates.ts';
import { accessRevision, committed } from '#lib/store/store.ts';
import { factsAfter, isRead } from '../facts.ts';
import { seenOf } from '../follow.ts';
import { keptAt, keptSince, placeOf } from '../places.ts';
import { positionOf } from './batch.ts';
import { newDelivery, pruneDeliveries, putDeliveries } from './deliveries.ts';
import { requireWebhook } from './message.ts';
import { sightOfSubscription } from './sight.ts';

type Subscription = RowOf<'Subscription'>;

/** Each may look through many events, and write as many rows. */
const OF_ONE = { quota: 20, windowSeconds: 60 };
const MAX_KEYS = 1_000;

const replays = perProcess('replays', () => new TokenBuckets(OF_ONE, MAX_KEYS));

/** @throws ApiError RESOURCE_EXHAUSTED with `retry-after`. */
function countReplay(of: string): void {
  const { allowed, retrySeconds: seconds } = replays.value.take(of, performance.now());
  if (allowed) return;
  throw tryAgain('RESOURCE_EXHAUSTED', `too many replays; try again in ${seconds} s`, seconds);
}

const MAX_EVENTS = 10_000;
/** Events that are looked through at most, and at a time. */
const MAX_RECORDS = 100_000;
const AT_A_TIME = 500;

const time = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-28T08:00:00Z' });

const replayRequest = z.strictObject({
  uid,
  since: time.optional(),
  until: time.optional(),
  failedOnly: z.boolean().optional(),
  eventUid: text(1, 128).optional(),
  validateOnly: z.boolean().optional(),
});

type Asked = z.infer<typeof replayRequest>;
/** An event as its delivery names it. */
type Named = Pick<EventJson, 'uid' | 'subject'>;

/**
 * @throws ApiError INVALID_ARGUMENT; PERMISSION_DENIED without `subscriptions.update`; NOT_FOUND;
 *   FAILED_PRECONDITION `SUBSCRIPTION_DISABLED`, `TOO_MANY_EVENTS`; RESOURCE_EXHAUSTED at too many.
 */
export async function replaySubscription(
  call: Call,
  body: ReplaySubscriptionRequestJson,
): Promise<ReplaySubscriptionResponseJson> {
  const asked = checked(replayRequest, body);
  const { uid: of, since, failedOnly, eventUid, validateOnly } = asked;
  if (since === undefined && failedOnly !== true && eventUid === undefined) {
    throw invalidField('since', 'is required, or failedOnly, or eventUid');
  }
  await requireAt(call, definition, 'update', 'subscriptions.update', of);
  countReplay(of);
  const row = await committed.existing('Subscription', of);
  requireWebhook(row);
  const events = await chosen(row, asked);
  if (validateOnly === true) return { count: events.length };
  await sendAgain(call, row, events);
  return { count: events.length };
}

async function chosen(row: Subscription, asked: Asked): Promise<readonly Named[]> {
  const { eventUid, failedOnly } = asked;
  if (eventUid !== undefined) return [await oneEvent(row, eventUid)];
  return failedOnly === true ? failedEvents(row, asked) : pastEvents(row, asked);
}

async function oneEvent(row: Subscription, eventUid: string): Promise<Named> {
  const place = placeOf(eventUid, 'eventUid');
  const record = place.chain === rootUid(row.parent) ? await keptAt(place) : null;
  const sight = await sightOfSubscription(row, await accessRevision());
  // Whoever chose the types decided what the target gets.
  const isChosen = record !== null && matchesAny(row.types, record.type);
  const [event] = isChosen ? seenOf([record], sight) : [];
  if (event === undefined) throw invalidField('eventUid', 'is not an event that it sends');
  return event;
}

const tooMany = (of: string) =>
  refusal(
    'TOO_MANY_EVENTS',
    `these are more than ${MAX_EVENTS} events, or too long a time: ask for a shorter one`,
    of,
  );

async function failedEvents({ uid: of }: Subscription, { since, until }: Asked) {
  const where = all(
    is('subscriptionUid', of),
    is('state', 'FAILED'),
    ...(since === undefined ? [] : [atLeast('createTime', new Date(since))]),
    ...(until === undefined ? [] : [lessThan('createTime', new Date(until))]),
  );
  const rows = await committed.find('Delivery', where, { limit: MAX_EVENTS + 1 });
  if (rows.length > MAX_EVENTS) throw tooMany(of);
  return rows.map(({ eventUid, subject }) => ({ uid: eventUid, subject }));
}

/** Those that it sees now, up to where the record was read for it: later ones are sent anyway. */
async function pastEvents(row: Subscription, { since = '', until }: Asked): Promise<Named[]> {
  const { uid: of, types } = row;
  const end = positionOf(row);
  const sight = await sightOfSubscription(row, await accessRevision());
  const from = new Date(Math.max(Date.parse(since), keptSince().getTime()));
  const times = [
    atMost('sequence', end.sequence + 1),
    atLeast('createTime', from),
    ...(until === undefined ? [] : [lessThan('createTime', new Date(until))]),
  ] as const;
  const found: Named[] = [];
  let reached = { ...end, sequence: 0, taken: 0 };
  let read = 0;
  for (;;) {
    const next = await factsAfter(reached, AT_A_TIME, ...times);
    const wanted = next.facts.filter((fact) => isRead(fact, end) && matchesAny(types, fact.type));
    const events = seenOf(wanted, sight);
    // Without their states, which may be large.
    found.push(...events.map(({ uid = '', subject = '' }) => ({ uid, subject })));
    read += next.facts.length;
    reached = next.reached;
    if (found.length > MAX_EVENTS || read > MAX_RECORDS) throw tooMany(of);
    if (next.facts.length === 0) return found;
  }
}

/** They wait in the place of earlier rows, and are due at once. */
function sendAgain(call: Call, { uid: of, parent }: Subscription, events: readonly Named[]) {
  const check = (current: Call) => requireCapability(current, 'subscriptions.update', of);
  return changeAs(call, [definition, 'update', of], check, async (tx, current) => {
    const { state } = await tx.existing('Subscription', of);
    if (state === 'DISABLED') {
      throw refusal('SUBSCRIPTION_DISABLED', 'the subscription is disabled; enable it first', of);
    }
    await pruneDeliveries(tx, of);
    const rows = events.map((event) => newDelivery(of, event));
    for await (const part of partsOf(rows, AT_A_TIME)) await putDeliveries(tx, part);
    await recordAudit(tx, {
      ...actorOf(current, parent),
      ...eventOf(definition, 'use', of, parent),
      after: { events: events.length },
    });
  });
}
