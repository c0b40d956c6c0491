import { isAtOrBelow, isBelow } from '#lib/client/paths.ts';
import type { Capability } from '#lib/resources/capabilities.ts';

/** Capabilities by the uid of the group at which they were granted, as in `/auth/v1/me`. */
export type Grants = Readonly<Record<string, readonly string[]>>;

/** Whether a grant at the group, or at any group above, applies there. */
export function isGranted(grants: Grants, uid: string, capability: Capability): boolean {
  return Object.entries(grants).some(
    ([group, granted]) => isAtOrBelow(uid, group) && granted.includes(capability),
  );
}

/** Whether a grant at the group, or at any group above or below, applies there or in a part of it. */
export const isGrantedAround = (grants: Grants, uid: string, capability: Capability): boolean =>
  isGranted(grants, uid, capability) ||
  Object.entries(grants).some(
    ([group, granted]) => isBelow(group, uid) && granted.includes(capability),
  );

/** The topmost group above the resource where the grants give the capability; undefined if there is none. */
export function topGroupOf(
  grants: Grants,
  uid: string,
  capability: Capability,
): string | undefined {
  const giving = Object.keys(grants).filter((group) => isAtOrBelow(uid, group));
  return giving.sort().find((group) => grants[group]?.includes(capability));
}

/** Letting a workflow in makes an identity and binds a role to it. */
export const TO_CONNECT: readonly Capability[] = ['identity.create', 'role_bindings.create'];

/**
 * Why an action is not possible, or false. Before the grants have loaded, every action is enabled.
 */
export function missingReason(
  grants: Grants | undefined,
  uid: string,
  ...needed: readonly Capability[]
): string | false {
  const missing = grants && needed.find((one) => !isGranted(grants, uid, one));
  return missing !== undefined && `Your roles do not grant ${missing} here`;
}
