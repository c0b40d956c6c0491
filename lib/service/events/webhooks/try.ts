/** Sends an example to the target of a subscription. */
import type {
  TestSubscriptionRequestJson,
  TestSubscriptionResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/subscriptions_pb.js';
import { typesOf } from '#lib/resources/event-patterns.ts';
import { subscription } from '#lib/resources/subscription.ts';
import { requireAt } from '#lib/service/calls/attempt.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checkedUid } from '#lib/service/calls/checked.ts';
import { countConnectionTest } from '#lib/service/calls/connection-tests.ts';
import { committed } from '#lib/store/store.ts';
import { exampleOf } from './example.ts';
import { requireWebhook, secretsOf, sendEvent } from './message.ts';

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
  requireWebhook(row);
  const { types, parent } = row;
  await countConnectionTest(call, parent);
  const [first = '*'] = types;
  const event = exampleOf(typesOf(first)[0] ?? first, parent);
  const sent = await sendEvent(row, secretsOf(row), event, call.signal);
  const { status, problem, answer, milliseconds } = sent;
  return {
    type: event.type ?? '',
    ...(status === null ? { problem } : { status }),
    answer,
    milliseconds,
  };
}
