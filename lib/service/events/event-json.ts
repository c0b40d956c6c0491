/** A record as the event that a caller sees. */
import { bounded } from '#lib/audit/states.ts';
import type { EventJson } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import type { RowOf } from '#lib/resources/rows.ts';
import { eventUid } from './places.ts';
import { isWholeSeen, type EventSight } from './sight.ts';

/** For each side of a change, so that an event has at most 20 kB. */
const STATE_BYTES = 9 * 1024;

/** @param row one that the caller sees. */
export function eventJson(row: RowOf<'AuditEvent'>, sight: EventSight): EventJson {
  const { chain, sequence, type, resource, parent, createTime } = row;
  return {
    uid: eventUid({ chain, sequence: sequence ?? 0, nth: 0 }),
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
  };
}
