/** The first line of each verb: may the caller do this here? */
import { isBuiltInRole } from '#lib/resources/built-in-roles.ts';
import { capabilityOf } from '#lib/resources/catalog.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import { permissionDenied } from '#lib/aip/errors.ts';
import type { ResourceDefinition, Verb } from '#lib/resources/define.ts';
import type { Call } from './call.ts';

export function capabilityFor({ type }: ResourceDefinition, verb: Verb): Capability {
  return capabilityOf(type, verb);
}

/**
 * Checks a capability on a uid, or on the parent of what is to be made.
 *
 * @throws ApiError PERMISSION_DENIED, the same whether or not the resource exists.
 */
export function authorize(
  call: Call,
  definition: ResourceDefinition,
  verb: Exclude<Verb, 'list'>,
  uid: string,
): void {
  if (verb !== 'create' && definition.type === 'Role' && isBuiltInRole(uid)) return;
  requireCapability(call, capabilityFor(definition, verb), uid);
}

export function requireCapability(call: Call, capability: Capability, uid: string): void {
  if (!call.reach.holds(capability, uid)) throw permissionDenied([capability], uid);
}

/** A root group may be made by whoever may make groups in some root group. */
export function authorizeRootGroup(call: Call): void {
  const tops = call.reach.topGroups('groups.create');
  if (!tops.some((uid) => !uid.includes('/'))) throw permissionDenied(['groups.create'], '');
}
