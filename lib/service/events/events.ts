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
import { all, any, atLeast, is, isIn, moreThan, type Predicate } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { eventJson } from './event-json.ts';
import { factsAmong, reachedBy, TYPES_WITH_ROWS, type Fact, type Reached } from './facts.ts';
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
  const place = after === undefined ? null : await placeAfter(after, group);
  const query = pagedQuery(call, request);
  const key = secrets(call.caller?.revision).pageToken;
  const now = Date.now();
  const cursor = readPageToken(key, query, request.pageToken ?? '', now);
  const start = { chain: rootUid(group), sequence: 0, taken: 0 };
  const given = place === null ? start : reachedBy(place);
  const from = cursor === null ? given : { ...start, ...reachedIn(String(cursor.value)) };
  const found = await committed.page(
    'AuditEvent',
    {
      where: all(...recordsOf(from, sight), ...chosen(request)),
      place: null,
      order: ORDER,
      cursor: null,
      skip: 0,
      // Of the first one, all may be read, and one more shows that there are more.
      limit: limit + 2,
      isCounted: false,
    },
    await askerOf(call),
  );
  if (found.isLate === true) await stillSees(call, group, sight, found.revision);
  const isWanted = (fact: Fact) => isSeen(sight, fact) && isChosen(request, fact);
  const wanted = { limit, isWanted, subject: request.subject };
  const { facts, reached, isCut } = await factsAmong(found.rows, from, wanted);
  const isMore = isCut || found.isCut === true || found.rows.length === limit + 2;
  const value = `${reached.sequence} ${reached.taken}`;
  return {
    events: facts.map((fact) => eventJson(fact, sight)),
    nextPageToken: isMore ? issuePageToken(key, query, { value, uid: value }, now) : '',
  };
}

/** Of a page token. */
function reachedIn(text: string): Omit<Reached, 'chain'> {
  const [sequence = 0, taken = 0] = text.split(' ').map(Number);
  return { sequence, taken };
}

/** What a page token is bound to. */
function pagedQuery({ principal }: Call, request: ListEventsRequestJson): PagedQuery {
  const { groupUid, after, type, subject } = request;
  const given = Object.entries({ group_uid: groupUid, after, type, subject });
  return {
    collection: '/iam/v2beta1/events',
    order: 'uid',
    filters: given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    caller: JSON.stringify([principal.issuer, principal.subject]),
  };
}

const ORDER = { column: 'sequence', descending: false } as const;

const whereWithRows = isIn('type', TYPES_WITH_ROWS);

/** The records that may have events which the caller sees. */
const recordsOf = ({ chain, sequence }: Reached, sight: EventSight): Predicate[] => [
  is('chain', chain),
  moreThan('sequence', sequence),
  atLeast('createTime', keptSince()),
  any(whereSeen(sight), whereWithRows),
];

type Chosen = Pick<ListEventsRequestJson, 'type' | 'subject'>;

const chosen = ({ type, subject }: Chosen): Predicate[] => [
  ...(type === undefined ? [] : [any(is('type', type), whereWithRows)]),
  ...(subject === undefined ? [] : [any(is('resource', subject), whereWithRows)]),
];

const isChosen = ({ type, subject }: Chosen, fact: Fact): boolean =>
  (type === undefined || fact.type === type) &&
  (subject === undefined || fact.resource === subject);

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
