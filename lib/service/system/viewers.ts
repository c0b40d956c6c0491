/**
 * The capability `system.view`. No role has it: organizations define roles, and the state of the
 * installation is not theirs. Only the environment gives it.
 */
import { permissionDenied } from '#lib/aip/errors.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { config } from '#lib/config.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { all, any, inRoot, is, isIn } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';

export const SYSTEM_VIEW = 'system.view';

/**
 * Whether the environment names the caller's own identity, or lets owners of one of its root groups
 * look. A pattern may match a caller whom nobody thought of, so it never counts.
 */
export async function maySeeSystem({
  ownIdentity,
}: Pick<Principal, 'ownIdentity'>): Promise<boolean> {
  const { uids, everyOwner } = config().systemViewers;
  if (ownIdentity === null) return false;
  if (uids.includes(ownIdentity)) return true;
  if (!everyOwner && uids.length === 0) return false;
  const owned = everyOwner ? any(inRoot(), isIn('parent', uids)) : isIn('parent', uids);
  const isOwner = all(
    is('identityUid', ownIdentity),
    is('roleUid', builtInRole('owner').uid),
    inRoot(),
    owned,
  );
  return (await committed.first('RoleBinding', isOwner)) !== null;
}

/** @throws ApiError PERMISSION_DENIED */
export async function requireSystemView(principal: Principal): Promise<void> {
  if (await maySeeSystem(principal)) return;
  throw permissionDenied([SYSTEM_VIEW], '', `missing ${SYSTEM_VIEW} on the installation`);
}
