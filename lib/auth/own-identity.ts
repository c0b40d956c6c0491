/** Actions that need an own identity: to own a root group, to accept an invite. */
import { failedPrecondition } from '#lib/aip/errors.ts';
import type { ApiError } from '#lib/aip/errors.ts';
import type { Principal } from './principal.ts';

export function blockedIdentity(): ApiError {
  return failedPrecondition([
    {
      type: 'IDENTITY_BLOCKED',
      description: 'you are blocked in this organization; ask an administrator of it',
    },
  ]);
}

export function noIdentity(): ApiError {
  return failedPrecondition([
    {
      type: 'NO_IDENTITY',
      description: 'no identity names your issuer and subject literally; only patterns match you',
    },
  ]);
}

/**
 * @throws ApiError FAILED_PRECONDITION `NO_IDENTITY` if only patterns match the caller,
 *   `IDENTITY_BLOCKED` if a block is why.
 */
export function requireOwnIdentity({ ownIdentity, blockedIn }: Principal): string {
  if (ownIdentity === null) throw blockedIn.length > 0 ? blockedIdentity() : noIdentity();
  return ownIdentity;
}
