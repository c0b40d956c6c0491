/** A record as the event that a caller sees. */
import { bounded } from '#lib/audit/states.ts';
import type { EventJson } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import { CATALOG, collectionPath } from '#lib/resources/catalog.ts';
import { IMPORTED } from '#lib/resources/event-types.ts';
import type { Fact } from './facts.ts';
import { eventUid } from './places.ts';
import { isWholeSeen, type EventSight } from './sight.ts';

/** For each side of a change, so that an event has at most 20 kB. */
const STATE_BYTES = 9 * 1024;

/** @param row one that the caller sees. */
export function eventJson(row: Fact, sight: EventSight): EventJson {
  const { chain, sequence, nth, type, resource, parent, createTime } = row;
  return {
    uid: eventUid({ chain, sequence: sequence ?? 0, nth }),
    type,
    subject: resource,
    group: parent ?? '',
    createTime: createTime.toISOString(),
    ...(isWholeSeen(sight, row) && {
      actor: row.actor,
      requestId: row.requestId,
      result: row.result,
      ...(row.before !== null && { before: bounded(row.before, STATE_BYTES) ?? {} }),
      ...(row.after !== null && { after: bounded(row.after, STATE_BYTES) ?? {} }),
      ...(row.count !== 1 && { count: row.count }),
    }),
    ...(nth > 0 && resource === parent && { count: row.count, list: listOf(row) }),
  };
}

/** Where the resources are that one event stands for. */
function listOf({ type, resource }: Fact): string {
  const entry = type === IMPORTED.id ? CATALOG.Advisory : CATALOG.Tag;
  return `${collectionPath(entry)}?uidp.descendants_of=${resource}`;
}
