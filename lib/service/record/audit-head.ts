/** The last signed head of an organization's chain of audit records. */
import type {
  GetAuditHeadResponse_SignedLinkJson,
  GetAuditHeadResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/audit_head_pb.js';
import { auditEvent } from '#lib/resources/audit-event.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checkRootUid } from '#lib/service/groups/require-owner.ts';
import { requireAt } from '#lib/service/calls/attempt.ts';
import { committed } from '#lib/store/store.ts';
import { keyIdOf, signedOf, type SignedLink } from './heads.ts';

/**
 * @throws ApiError INVALID_ARGUMENT on `group_uid`; PERMISSION_DENIED without `audit.list` at the
 *   root group.
 */
export async function getAuditHead(
  call: Call,
  groupUid: string,
): Promise<GetAuditHeadResponseJson> {
  const uid = checkRootUid(groupUid, 'group_uid');
  await requireAt(call, auditEvent, 'list', 'audit.list', uid);
  const { head, checkpoint } = await signedOf(committed, uid);
  return {
    groupUid: uid,
    ...(head !== null && { head: linkOf(head) }),
    ...(checkpoint !== null && { checkpoint: linkOf(checkpoint) }),
  };
}

function linkOf(link: SignedLink): GetAuditHeadResponse_SignedLinkJson {
  const { sequence, hash, signedTime, signature } = link;
  return { sequence: String(sequence), hash, signedTime, keyId: keyIdOf(link), signature };
}
