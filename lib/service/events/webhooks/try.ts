/** Sends an example to the target of a subscription. */
import { rootUid } from '#lib/aip/uid.ts';
import type { EventJson } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import type {
  TestSubscriptionRequestJson,
  TestSubscriptionResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/subscriptions_pb.js';
import { typesOf } from '#lib/resources/event-patterns.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { subscription } from '#lib/resources/subscription.ts';
import { requireAt } from '#lib/service/calls/attempt.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checkedUid } from '#lib/service/calls/checked.ts';
import { countConnectionTest } from '#lib/service/calls/connection-tests.ts';
import { committed } from '#lib/store/store.ts';
import { eventUid } from '../places.ts';
import { secretsOf, sendEvent } from './message.ts';

/**
 * @throws ApiError PERMISSION_DENIED without `subscriptions.update`; NOT_FOUND; RESOURCE_EXHAUSTED at too
 *   many tests.
 */
export async function testSubscription(
  call: Call,
  body: TestSubscriptionRequestJson,
): Promise<TestSubscriptionResponseJson> {
  const uid = checkedUid(body);
  await requireAt(call, subscription, 'update', 'subscriptions.update', uid);
  const row = await committed.existing('Subscription', uid);
  await countConnectionTest(call, row.parent);
  const event = exampleFor(row);
  const sent = await sendEvent(row, secretsOf(row), event, call.signal);
  const { status, problem, answer, milliseconds } = sent;
  return {
    type: event.type ?? '',
    ...(status === null ? { problem } : { status }),
    answer,
    milliseconds,
  };
}

/** Of the first type that it gets. No record has its number. */
function exampleFor({ parent, types: [first = '*'] }: RowOf<'Subscription'>): EventJson {
  return {
    uid: eventUid({ chain: rootUid(parent), sequence: 0, nth: 0 }),
    type: typesOf(first)[0] ?? first,
    subject: parent,
    group: parent,
    createTime: new Date().toISOString(),
    after: { name: 'An example, sent to test the subscription' },
  };
}
