/**
 * The identity that represents a caller in an organization: the one there that names the caller
 * literally. No organization decides who represents people in another one.
 */
import { refusal, type ApiError } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import type { Principal } from './principal.ts';

/** FAILED_PRECONDITION for a caller who is blocked in the organization. */
export function blockedIdentity(): ApiError {
  return refusal('IDENTITY_BLOCKED', 'you are blocked here; ask an administrator');
}

/** FAILED_PRECONDITION for a caller whom only patterns match. */
export function noIdentity(): ApiError {
  return refusal(
    'NO_IDENTITY',
    'no identity names your issuer and subject literally; only patterns match you',
  );
}

type Represented = Pick<Principal, 'ownIdentities' | 'boundElsewhere' | 'home'>;

/** The caller's own identity in the organization of a resource; null if there is none. */
export function ownIdentityIn(
  { ownIdentities }: Pick<Principal, 'ownIdentities'>,
  uid: string,
): string | null {
  return ownIdentities.find((own) => rootUid(own) === rootUid(uid)) ?? null;
}

/**
 * The identity that represents the caller at a group: the own identity of the group's organization, else an identity
 * to which that organization has bound a role, else the identity of the credentials.
 */
export function representativeAt(principal: Represented, group: string): string | null {
  const bound = principal.boundElsewhere.find(({ root }) => root === rootUid(group));
  return ownIdentityIn(principal, group) ?? bound?.uid ?? principal.home;
}

/**
 * @throws ApiError FAILED_PRECONDITION `NO_IDENTITY` if nothing represents the caller there,
 *   `IDENTITY_BLOCKED` if a block is why.
 */
export function requireRepresentativeAt(
  principal: Represented & Pick<Principal, 'blockedIn'>,
  group: string,
): string {
  const uid = representativeAt(principal, group);
  if (uid !== null) return uid;
  throw principal.blockedIn.includes(rootUid(group)) ? blockedIdentity() : noIdentity();
}
