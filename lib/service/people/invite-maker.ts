/**
 * Checks that the creator of an invite could still create it. Rights that the creator has lost must
 * not reach others.
 */
import { refusal } from '#lib/aip/errors.ts';
import { standingOfMaker } from '#lib/auth/matching/blocked.ts';
import { reachOf } from '#lib/access/reach.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { RowOf } from '#lib/resources/rows.ts';

/**
 * @throws ApiError FAILED_PRECONDITION `INVITE_WITHDRAWN` if its creator has lost a right that it needs.
 */
export async function requireMaker(
  { parent, makerIdentities, createTime }: RowOf<'GroupInvite'>,
  { capabilities }: RowOf<'Role'>,
): Promise<void> {
  if (makerIdentities === null) return;
  const maker = await standingOfMaker({ identities: makerIdentities, time: createTime });
  const reach = await reachOf(maker);
  const needed: Capability[] = ['group_invites.create', 'role_bindings.create', ...capabilities];
  if (reach.missing(needed, parent).length === 0) return;
  throw refusal(
    'INVITE_WITHDRAWN',
    'the creator of the invite may no longer create it; ask somebody else for one',
  );
}
