import { invalidField } from '#lib/aip/errors.ts';
import { checkUid, isRootUid } from '#lib/aip/uid.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { group } from '#lib/resources/group.ts';
import { requireAll } from '#lib/service/rules/granting.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { auditDenied, changeAs } from '#lib/service/calls/attempt.ts';
import type { Transaction } from '#lib/store/store.ts';

/**
 * The policy and the domains of an organization decide who gets in, so they take all that an owner
 * may do.
 *
 * @param root the uid of its root group.
 * @throws ApiError PERMISSION_DENIED that names what the caller lacks.
 */
function requireAllOfOwner(call: Call, root: string): void {
  requireCapability(call, 'groups.update', root);
  requireAll(call, builtInRole('owner').capabilities, root);
}

export const requireOwner = (call: Call, root: string): Promise<void> =>
  auditDenied(call, group, 'update', root, () => requireAllOfOwner(call, root));

/** Runs a change of an owner as one transaction. */
export const changeAsOwner = <T>(
  call: Call,
  root: string,
  work: (tx: Transaction, call: Call) => Promise<T>,
): Promise<T> =>
  changeAs(call, [group, 'update', root], (current) => requireAllOfOwner(current, root), work);

/** @throws ApiError INVALID_ARGUMENT on `field` for anything but the uid of a root group. */
export function checkRootUid(text: string, field: string): string {
  const root = checkUid(text, field);
  if (!isRootUid(root)) throw invalidField(field, 'must be the root group of an organization');
  return root;
}
