/** The record of an organization as a feed: its events, as far as a caller may see them. */
import { aborted, notFound } from '#lib/aip/errors.ts';
import { issuePageToken, readPageToken, type PagedQuery } from '#lib/aip/page-token.ts';
import { parsePageSize } from '#lib/aip/pagination.ts';
import { checkUid, rootUid } from '#lib/aip/uid.ts';
import { markSeenAt } from '#lib/auth/last-seen.ts';
import type {
  EventJson,
  GetEventRequestJson,
  ListEventsRequestJson,
  ListEventsResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import { auditEvent } from '#lib/resources/audit-event.ts';
import { auditDenied } from '#lib/service/calls/attempt.ts';
import { askerOf, isCurrent, renewed, type Call } from '#lib/service/calls/call.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { cursorOf } from '#lib/store/cursors.ts';
import { all, atLeast, is, moreThan, type Predicate } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { eventJson } from './event-json.ts';
import { keptAt, keptSince, placeAfter, placeOf } from './places.ts';
import { isSeen, requireSight, sightOf, whereSeen, type EventSight } from './sight.ts';

/**
 * Checks that the caller sees some events of a group, and records an attempt that is denied.
 *
 * @throws ApiError as {@link requireSight}.
 */
export async function sightAt(call: Call, group: string): Promise<EventSight> {
  const sight = await auditDenied(call, auditEvent, 'list', group, () => requireSight(call, group));
  if (call.caller !== undefined) markSeenAt(call.principal, group, call.caller.since);
  return sight;
}

/**
 * @throws ApiError INVALID_ARGUMENT; PERMISSION_DENIED; FAILED_PRECONDITION `EVENTS_EXPIRED`; ABORTED if
 *   the caller lost rights meanwhile.
 */
export async function listEvents(
  call: Call,
  request: ListEventsRequestJson,
): Promise<ListEventsResponseJson> {
  const group = checkUid(request.groupUid ?? '', 'group_uid');
  const limit = parsePageSize(
    request.pageSize === undefined ? undefined : String(request.pageSize),
  );
  const sight = await sightAt(call, group);
  const { after } = request;
  const from = after === undefined ? 0 : (await placeAfter(after, group)).sequence;
  const query = pagedQuery(call, request);
  const key = secrets(call.caller?.revision).pageToken;
  const now = Date.now();
  const found = await committed.page(
    'AuditEvent',
    {
      where: all(...eventsOf(group, from, sight), ...chosen(request)),
      place: null,
      order: ORDER,
      cursor: readPageToken(key, query, request.pageToken ?? '', now),
      skip: 0,
      limit: limit + 1,
      isCounted: false,
    },
    await askerOf(call),
  );
  if (found.isLate === true) await stillSees(call, group, sight, found.revision);
  const rows = found.rows.slice(0, limit);
  const last = found.isCut === true || found.rows.length > limit ? rows.at(-1) : undefined;
  return {
    events: rows.map((row) => eventJson(row, sight)),
    nextPageToken:
      last === undefined ? '' : issuePageToken(key, query, cursorOf(last, ORDER.column), now),
  };
}

/** What a page token is bound to. */
function pagedQuery({ principal }: Call, request: ListEventsRequestJson): PagedQuery {
  const { groupUid, after, type, subject } = request;
  const given = Object.entries({ group_uid: groupUid, after, type, subject });
  return {
    collection: '/iam/v2beta1/events',
    order: ORDER.column,
    filters: given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    caller: JSON.stringify([principal.issuer, principal.subject]),
  };
}

const ORDER = { column: 'sequence', descending: false } as const;

/** The records after a number that are events of the group and below it. */
const eventsOf = (group: string, from: number, sight: EventSight): Predicate[] => [
  is('chain', rootUid(group)),
  moreThan('sequence', from),
  atLeast('createTime', keptSince()),
  whereSeen(sight),
];

const chosen = ({ type, subject }: Pick<ListEventsRequestJson, 'type' | 'subject'>) => [
  ...(type === undefined ? [] : [is('type', type)]),
  ...(subject === undefined ? [] : [is('resource', subject)]),
];

/** @throws ApiError ABORTED if the caller sees something else by now. */
async function stillSees(
  call: Call,
  group: string,
  sight: EventSight,
  revision?: string,
): Promise<void> {
  if (revision !== undefined && isCurrent(call, revision)) return;
  const shown = (one: EventSight) =>
    JSON.stringify(one.map(({ below, types }) => [below, types === null ? null : [...types]]));
  if (shown(sightOf(await renewed(call), group)) !== shown(sight)) {
    throw aborted('what the caller may see');
  }
}

/**
 * @throws ApiError INVALID_ARGUMENT on `uid`; PERMISSION_DENIED; NOT_FOUND, also for an event that the
 *   caller does not see.
 */
export async function getEvent(call: Call, { uid = '' }: GetEventRequestJson): Promise<EventJson> {
  const place = placeOf(uid, 'uid');
  const sight = await sightAt(call, place.chain);
  const row = await keptAt(place);
  if (row === null || !isSeen(sight, row)) throw notFound('Event', uid);
  return eventJson(row, sight);
}
