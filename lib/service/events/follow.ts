/** The next events after a place, for whoever follows an organization: streams and subscriptions. */
import type { EventJson } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is, moreThan } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { eventJson } from './event-json.ts';
import type { EventPlace } from './places.ts';
import { isSeen, type EventSight } from './sight.ts';

/** The events among records, as far as a reader sees them. @param sight from `sightOf`. */
export const seenOf = (rows: readonly RowOf<'AuditEvent'>[], sight: EventSight): EventJson[] =>
  rows.filter((row) => isSeen(sight, row)).map((row) => eventJson(row, sight));

/** What follows a place. */
interface Followed {
  /** Those that the reader sees. */
  events: EventJson[];
  /** How far the record was read. The next events are after it; it is the given one at the end. */
  place: EventPlace;
}

/**
 * Reads the record after a place.
 *
 * @param limit how many records are read at most, seen or not.
 */
export async function eventsAfter(
  place: EventPlace,
  sight: EventSight,
  limit: number,
): Promise<Followed> {
  const rows = await recordsAfter(place, limit);
  const sequence = rows.at(-1)?.sequence ?? null;
  return {
    events: seenOf(rows, sight),
    place: sequence === null ? place : { ...place, sequence, nth: 0 },
  };
}

/** The records after a place, whoever sees them: at most `limit`, and fewer where they are large. */
export const recordsAfter = (
  { chain, sequence }: EventPlace,
  limit: number,
): Promise<RowOf<'AuditEvent'>[]> =>
  committed.inOrder(
    'AuditEvent',
    all(is('chain', chain), moreThan('sequence', sequence)),
    { column: 'sequence', descending: false },
    limit,
  );

/** The place of the newest record of an organization. */
export async function endOf(chain: string): Promise<EventPlace> {
  const end = await committed.chainEnd(chain);
  return { chain, sequence: end?.sequence ?? 0, nth: 0 };
}
