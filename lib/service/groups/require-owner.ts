import { invalidField } from '#lib/aip/errors.ts';
import { checkUid, isRootUid } from '#lib/aip/uid.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { group } from '#lib/resources/group.ts';
import { requireAll } from '#lib/service/rules/granting.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checkDenied } from '#lib/service/verbs/denied.ts';

/**
 * The policy and the domains of an organization decide who gets in, so they take all that an owner
 * may do.
 *
 * @param root the uid of its root group.
 * @throws ApiError PERMISSION_DENIED that names what the caller lacks.
 */
export function requireOwner(call: Call, root: string): void {
  checkDenied(call, group, 'update', root, () => {
    requireCapability(call, 'groups.update', root);
    requireAll(call, builtInRole('owner').capabilities, root);
  });
}

/** @throws ApiError INVALID_ARGUMENT on `field` for anything but the uid of a root group. */
export function checkRootUid(text: string, field: string): string {
  const root = checkUid(text, field);
  if (!isRootUid(root)) throw invalidField(field, 'must be the root group of an organization');
  return root;
}
