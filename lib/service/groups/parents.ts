/** Which groups contain groups, for a tree that would otherwise list the children of each. */
import { z } from 'zod';
import type {
  ListParentGroupsRequestJson,
  ListParentGroupsResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { uid } from '#lib/resources/fields.ts';
import { checked } from '#lib/service/calls/checked.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { committed } from '#lib/store/store.ts';

const MOST = 200;

const request = z.strictObject({
  groupUids: z
    .array(uid)
    .min(1, { error: 'is required' })
    .max(MOST, { error: `has more than ${MOST} uids` }),
});

/**
 * Leaves out groups that the caller does not see, and those that do not exist.
 *
 * @throws ApiError INVALID_ARGUMENT on `groupUids`.
 */
export async function listParents(
  { reach }: Call,
  body: ListParentGroupsRequestJson,
): Promise<ListParentGroupsResponseJson> {
  const asked = checked(request, body).groupUids;
  const seen = asked.filter((uid) => reach.holds('groups.list', uid));
  const tallies = await committed.tallies(['Group'], seen);
  return { groupUids: seen.filter((uid) => (tallies.get(uid)?.get('Group')?.here ?? 0) > 0) };
}
