/** The subscription's methods besides the five standard ones. */
import { queryOptions } from '@tanstack/react-query';
import type {
  ListDeliveriesResponse_DeliveryJson,
  TestSubscriptionResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/subscriptions_pb.js';
import type { MayBeAbsent } from '#lib/resources/absent.ts';
import { call, post } from '#lib/client/api.ts';
import { subscriptions, type Subscription } from './resources.ts';
import type { Answered } from './wire.ts';

/** What became of an event. */
export type Delivery = Answered<
  ListDeliveriesResponse_DeliveryJson,
  MayBeAbsent<'ListDeliveriesResponseDelivery'>
>;

export type SubscriptionTest = Answered<
  TestSubscriptionResponseJson,
  MayBeAbsent<'TestSubscriptionResponse'>
>;

/** The latest ones. */
export const deliveriesQuery = (uid: string) =>
  queryOptions({
    queryKey: ['deliveries', uid],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ uid });
      const path = `${subscriptions.collection}:deliveries?${query}`;
      return (await call<{ deliveries: Delivery[] }>(path, { signal })).deliveries;
    },
  });

export const testSubscription = (uid: string) =>
  post<SubscriptionTest>(`${subscriptions.collection}:test`, { uid });

export const rotateSubscriptionSecret = (uid: string) =>
  post<Subscription>(`${subscriptions.collection}:rotateSecret`, { uid });

/** Sends one event again, or those that are tried no more. */
export const replaySubscription = (
  uid: string,
  which: { eventUid: string } | { failedOnly: true },
) => post<{ count: number }>(`${subscriptions.collection}:replay`, { uid, ...which });
