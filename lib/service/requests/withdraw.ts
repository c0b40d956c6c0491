/** Takes back an access request that nobody has answered. */
import { permissionDenied } from '#lib/aip/errors.ts';
import type {
  AccessRequestJson,
  WithdrawAccessRequestRequestJson,
} from '#lib/generated/proto/grove/iam/v2beta1/access_requests_pb.js';
import { accessRequest } from '#lib/resources/access-request.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checkedUid } from '#lib/service/calls/checked.ts';
import { isOwnRequest } from '#lib/service/calls/parties.ts';
import { written } from './answer.ts';
import { changing, requireWaiting } from './party.ts';

/** @throws ApiError PERMISSION_DENIED for others; FAILED_PRECONDITION once it is answered; ABORTED for another ETag. */
export function withdrawRequest(
  call: Call,
  body: WithdrawAccessRequestRequestJson,
  ifMatch: string | null,
): Promise<AccessRequestJson> {
  const uid = checkedUid(body);
  return changing(call, 'withdraw', { uid, ifMatch }, async (tx, current, row) => {
    if (!isOwnRequest(current, row)) {
      throw permissionDenied([], uid, 'only who asked may withdraw an access request');
    }
    await requireWaiting(tx, row);
    const after = await written(tx, current, 'withdraw', row, { state: 'WITHDRAWN' });
    return accessRequest.toJson(after);
  });
}
