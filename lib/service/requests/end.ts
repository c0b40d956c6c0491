/** Ends what an access request has granted, by the ordinary delete of its role bindings. */
import { refusal } from '#lib/aip/errors.ts';
import type {
  AccessRequestJson,
  EndAccessRequestRequestJson,
} from '#lib/generated/proto/grove/iam/v2beta1/access_requests_pb.js';
import { accessRequest, stateAt } from '#lib/resources/access-request.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checkedUid } from '#lib/service/calls/checked.ts';
import { isOwnRequest } from '#lib/service/calls/parties.ts';
import { remove } from '#lib/service/verbs/delete.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import { written } from './answer.ts';
import { changing, type AccessRequestRow } from './party.ts';

/** @throws ApiError FAILED_PRECONDITION `REQUEST_NOT_GRANTED` unless it grants the role, now or from a start ahead on. */
export async function requireGranted(reads: Reads, row: AccessRequestRow): Promise<void> {
  const state = stateAt(row, await reads.now());
  if (state === 'APPROVED') return;
  throw refusal('REQUEST_NOT_GRANTED', `the request grants nothing: it is ${state}`, row.uid);
}

/** Deletes the role bindings that are still those of the request. */
export async function takeBack(
  tx: Transaction,
  call: Call,
  { grants, identityUid, roleUid }: AccessRequestRow,
): Promise<void> {
  for (const { roleBindingUid: uid } of grants) {
    const binding = await tx.get('RoleBinding', uid);
    if (binding?.identityUid !== identityUid || binding.roleUid !== roleUid) continue;
    await remove(tx, roleBinding, call, { uid, ifMatch: null });
  }
}

/**
 * @throws ApiError PERMISSION_DENIED without `role_bindings.delete` for the access of others; FAILED_PRECONDITION as
 *   {@link requireGranted} and as the delete of a role binding; ABORTED for another ETag.
 */
export function endRequest(
  call: Call,
  body: EndAccessRequestRequestJson,
  ifMatch: string | null,
): Promise<AccessRequestJson> {
  const uid = checkedUid(body);
  return changing(call, 'end', { uid, ifMatch }, async (tx, current, row) => {
    if (!isOwnRequest(current, row)) {
      requireCapability(current, 'role_bindings.delete', row.parent);
    }
    await requireGranted(tx, row);
    await takeBack(tx, current, row);
    const now = await tx.now();
    const hasBegun = row.beginTime !== null && row.beginTime <= now;
    const columns = {
      state: 'ENDED' as const,
      isAhead: false,
      ...(hasBegun && { expirationTime: now }),
    };
    return accessRequest.toJson(await written(tx, current, 'end', row, columns));
  });
}
