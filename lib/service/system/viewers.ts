/**
 * The capability `system.view`. No role has it: organizations define roles, and the state of the
 * installation is not theirs. Only the environment gives it.
 */
import { permissionDenied } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { config } from '#lib/config.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { requireMet } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { whereInEffect } from '#lib/store/in-effect.ts';
import { all, any, inRoot, is, isIn } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';

export const SYSTEM_VIEW = 'system.view';

/**
 * The organizations by which identities may look, as their root groups: their own if the environment
 * names them, and those that they own if their owners may look. Identities with patterns never count,
 * because a pattern may match somebody by mistake.
 */
export async function organizationsToSeeBy(own: readonly string[]): Promise<string[]> {
  const { uids, everyOwner } = config().systemViewers;
  if (own.length === 0) return [];
  const named = own.filter((uid) => uids.includes(uid)).map(rootUid);
  if (!everyOwner && uids.length === 0) return named;
  const owned = everyOwner ? any(inRoot(), isIn('parent', uids)) : isIn('parent', uids);
  const whereOwner = all(
    isIn('identityUid', own),
    whereInEffect,
    is('roleUid', builtInRole('owner').uid),
    inRoot(),
    owned,
  );
  const bindings = await committed.rows('RoleBinding', whereOwner);
  return [...named, ...bindings.map(({ parent }) => parent)];
}

type Viewer = Pick<Principal, 'ownIdentities' | 'within'>;

/** No role has this capability, so a key that a role narrows does not have it. */
const waysOf = ({ ownIdentities, within }: Viewer): Promise<string[]> =>
  organizationsToSeeBy(within === undefined ? ownIdentities : []);

interface Asking extends Pick<Call, 'reach'> {
  principal: Viewer;
}

/**
 * Whether the caller has `system.view`. It counts only if the request meets the policy of the
 * organization. Owners are recognized by the reach, because a key may lack the role of its identity.
 */
export async function maySeeSystem({ principal, reach }: Asking): Promise<boolean> {
  const isNamed = (uid: string) => config().systemViewers.uids.includes(uid);
  const named = principal.ownIdentities.filter(isNamed).map(rootUid);
  const counts = (root: string) =>
    named.includes(root) ? !reach.unmet().has(root) : reach.grants.has(root);
  return (await waysOf(principal)).some(counts);
}

/** @throws ApiError PERMISSION_DENIED; FAILED_PRECONDITION if only a policy is not met. */
export async function requireSystemView(call: Asking): Promise<void> {
  if (await maySeeSystem(call)) return;
  const unmet = call.reach.unmet();
  requireMet((await waysOf(call.principal)).flatMap((root) => unmet.get(root) ?? []));
  throw permissionDenied([SYSTEM_VIEW], '', `missing ${SYSTEM_VIEW} on the installation`);
}
