/** Who still calls v1: identities of a group and of all groups below it. */
import { belowRange, checkUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import type { ListV1CallersResponseJson } from '#lib/generated/proto/grove/iam/v2beta1/v1_callers_pb.js';
import { all, atLeast, lessThan } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { auditEvent } from '#lib/resources/audit-event.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { requireAt } from '#lib/service/calls/attempt.ts';

/** More than anyone reads. `truncated` says that there are more. */
const LIMIT = 1_000;

/**
 * @throws ApiError INVALID_ARGUMENT on `group_uid`; PERMISSION_DENIED without `audit.list` at the
 *   group.
 */
export async function listV1Callers(
  call: Call,
  groupUid: string,
): Promise<ListV1CallersResponseJson> {
  const uid = checkUid(groupUid, 'group_uid');
  await requireAt(call, auditEvent, 'list', 'audit.list', uid);
  const { after, before } = belowRange(uid);
  const rows = await committed.find(
    'V1Caller',
    all(atLeast('identityUid', after), lessThan('identityUid', before)),
    { order: { column: 'lastTime', descending: true }, limit: LIMIT + 1 },
  );
  const { isOffered, deprecation, sunset } = config().v1;
  return {
    groupUid: uid,
    callers: rows.slice(0, LIMIT).map(({ identityUid, operation, count, firstTime, lastTime }) => ({
      identityUid,
      operation,
      count: String(count),
      firstTime: firstTime.toISOString(),
      lastTime: lastTime.toISOString(),
    })),
    truncated: rows.length > LIMIT,
    offered: isOffered,
    ...(deprecation !== undefined && { deprecationTime: deprecation.toISOString() }),
    ...(sunset !== undefined && { sunsetTime: sunset.toISOString() }),
  };
}
