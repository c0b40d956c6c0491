/** Asks for more time of what an access request has granted. The rule has to answer again. */
import { z } from 'zod';
import { permissionDenied, refusal } from '#lib/aip/errors.ts';
import type {
  AccessRequestJson,
  ExtendAccessRequestRequestJson,
} from '#lib/generated/proto/grove/iam/v2beta1/access_requests_pb.js';
import { accessRequest, reason, seconds } from '#lib/resources/access-request.ts';
import { uid } from '#lib/resources/fields.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { isOwnRequest } from '#lib/service/calls/parties.ts';
import { asked } from './create.ts';
import { requireGranted } from './end.ts';
import { postAsked } from './mails.ts';
import { changing } from './party.ts';

const request = z.strictObject({ uid, reason, duration: seconds });

/** @throws ApiError PERMISSION_DENIED for others; FAILED_PRECONDITION `REQUEST_NOT_GRANTED`; as asking does. */
export async function extendRequest(
  call: Call,
  body: ExtendAccessRequestRequestJson,
  ifMatch: string | null,
): Promise<AccessRequestJson> {
  const given = checked(request, body);
  const work = changing(call, 'update', { uid: given.uid, ifMatch }, async (tx, current, row) => {
    if (!isOwnRequest(current, row)) {
      throw permissionDenied([], row.uid, 'only who asked may ask for more time');
    }
    await requireGranted(tx, row);
    if (row.emergency) {
      const words =
        'what was granted for an emergency cannot be extended; ask again once it has ended';
      throw refusal('EMERGENCY', words, row.uid);
    }
    const { ruleUid, roleUid, identityUid, grants } = row;
    const input = {
      ruleUid,
      roleUid,
      identityUid,
      groupUids: grants.map(({ groupUid }) => groupUid),
      duration: given.duration,
      reason: given.reason,
    };
    return asked(tx, current, { parent: row.parent, input }, row.uid);
  });
  const row = await work;
  postAsked(row);
  return accessRequest.toJson(row);
}
