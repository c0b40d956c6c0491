/** The first step of each verb: checks that the caller may do this here. */
import { isBuiltInRole } from '#lib/resources/built-in-roles.ts';
import { capabilityOf } from '#lib/resources/catalog.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import {
  failedPrecondition,
  permissionDenied,
  refusal,
  type PreconditionViolation,
} from '#lib/aip/errors.ts';
import { isRootUid } from '#lib/aip/uid.ts';
import type { ResourceDefinition, Verb } from '#lib/resources/define.ts';
import { markSeenAt } from '#lib/auth/last-seen.ts';
import type { Call } from './call.ts';

/**
 * Checks a capability at a uid, or at the parent of a new resource.
 *
 * @throws ApiError PERMISSION_DENIED, with the same message whether or not the resource exists;
 *   FAILED_PRECONDITION `RESOURCE_BUILT_IN`.
 */
export function authorize(
  call: Call,
  definition: ResourceDefinition,
  verb: Exclude<Verb, 'list'>,
  uid: string,
): void {
  if (verb !== 'create' && definition.type === 'Role' && isBuiltInRole(uid)) {
    if (verb === 'get') return;
    const description = `role ${uid} is built in and can be neither changed nor deleted`;
    throw refusal('RESOURCE_BUILT_IN', description, uid);
  }
  requireCapability(call, capabilityOf(definition.type, verb), uid);
}

/**
 * @throws ApiError FAILED_PRECONDITION that names the unmet requirement, if a policy keeps the capability
 *   from the caller; else PERMISSION_DENIED.
 */
export function requireCapability(call: Call, capability: Capability, uid: string): void {
  if (call.reach.holds(capability, uid)) {
    if (call.caller !== undefined) markSeenAt(call.principal, uid, call.caller.since);
    return;
  }
  requireMet(call.reach.unmetAt(capability, uid));
  throw permissionDenied([capability], uid);
}

/** @throws ApiError FAILED_PRECONDITION if something is missing for a policy. */
export function requireMet(unmet: readonly PreconditionViolation[]): void {
  if (unmet.length > 0) throw failedPrecondition([...unmet]);
}

/** A caller who may create groups in some root group may create root groups. */
export function authorizeRootGroup({ reach }: Call): void {
  if (reach.topGroups('groups.create').some(isRootUid)) return;
  const roots = [...reach.unmet().keys()];
  requireMet(roots.flatMap((root) => reach.unmetAt('groups.create', root)));
  throw permissionDenied(['groups.create'], '');
}
