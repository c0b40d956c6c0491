/** What became of the events of a subscription. */
import { issuePageToken, readPageToken, type PagedQuery } from '#lib/aip/page-token.ts';
import { parsePageSize } from '#lib/aip/pagination.ts';
import { checkUid, rootUid } from '#lib/aip/uid.ts';
import type {
  ListDeliveriesRequestJson,
  ListDeliveriesResponse_DeliveryJson,
  ListDeliveriesResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/subscriptions_pb.js';
import { subscription } from '#lib/resources/subscription.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { requireAt } from '#lib/service/calls/attempt.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { all, is, isIn, lessThan } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { factsAt } from '../facts.ts';
import { eventUid, placeOf } from '../places.ts';
import { isSeen, sightOf } from '../sight.ts';
import type { Delivery } from './deliveries.ts';

const ORDER = { column: 'eventUid', descending: true } as const;

/** @throws ApiError INVALID_ARGUMENT; PERMISSION_DENIED without `subscriptions.list`; NOT_FOUND. */
export async function listDeliveries(
  call: Call,
  { uid: of = '', pageSize, pageToken = '' }: ListDeliveriesRequestJson,
): Promise<ListDeliveriesResponseJson> {
  const uid = checkUid(of, 'uid');
  const limit = parsePageSize(pageSize === undefined ? undefined : String(pageSize));
  await requireAt(call, subscription, 'get', 'subscriptions.list', uid);
  const { parent } = await committed.existing('Subscription', uid);
  const query = pagedQuery(call, uid);
  const key = secrets(call.caller?.revision).pageToken;
  const now = Date.now();
  const cursor = readPageToken(key, query, pageToken, now);
  const whereOwn = is('subscriptionUid', uid);
  const where = cursor === null ? whereOwn : all(whereOwn, lessThan('eventUid', cursor.uid));
  const found = await committed.find('Delivery', where, { order: ORDER, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1)?.eventUid : undefined;
  const types = await typesSeen(call, parent, rows);
  return {
    deliveries: rows.map((row) => deliveryJson(row, types.get(row.eventUid))),
    nextPageToken:
      last === undefined ? '' : issuePageToken(key, query, { value: last, uid: last }, now),
  };
}

const pagedQuery = ({ principal }: Call, uid: string): PagedQuery => ({
  collection: '/iam/v2beta1/subscriptions:deliveries',
  order: ORDER.column,
  filters: [['uid', uid]],
  caller: JSON.stringify([principal.issuer, principal.subject]),
});

/** The types of those events that the caller sees, by their uids. */
async function typesSeen(
  call: Call,
  group: string,
  rows: readonly Delivery[],
): Promise<ReadonlyMap<string, string>> {
  const places = rows.map((row) => placeOf(row.eventUid, 'uid'));
  const sight = sightOf(call, group);
  if (places.length === 0 || sight.length === 0) return new Map();
  const sequences = [...new Set(places.map(({ sequence }) => sequence))];
  const where = all(is('chain', rootUid(group)), isIn('sequence', sequences));
  const facts = await factsAt(places, await committed.rows('AuditEvent', where));
  return new Map(
    facts
      .filter((fact) => isSeen(sight, fact))
      .map((fact) => [eventUid({ ...fact, sequence: fact.sequence ?? 0 }), fact.type] as const),
  );
}

function deliveryJson(row: Delivery, type?: string): ListDeliveriesResponse_DeliveryJson {
  const { nextTime, tryTime, status, problem } = row;
  return {
    eventUid: row.eventUid,
    ...(type !== undefined && { type, subject: row.subject }),
    state: row.state,
    attempts: row.attempts,
    ...(nextTime !== null && { nextTime: nextTime.toISOString() }),
    ...(tryTime !== null && { tryTime: tryTime.toISOString() }),
    ...(status !== null && { status }),
    ...(problem !== '' && { problem }),
    answer: row.answer,
    milliseconds: row.milliseconds,
  };
}
