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
