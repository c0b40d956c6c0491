import type { Capability } from '#lib/resources/capabilities.ts';

/** Capabilities by the uid of the group at which they were granted, as in `/auth/v1/me`. */
export type Grants = Readonly<Record<string, readonly string[]>>;

/** Whether a grant at the group, or at any group above, applies there. */
export function isGranted(grants: Grants, uid: string, capability: Capability): boolean {
  return Object.entries(grants).some(
    ([group, granted]) =>
      (uid === group || uid.startsWith(`${group}/`)) && granted.includes(capability),
  );
}

/**
 * Why an action is not possible, or false. Before the grants have loaded, every action is enabled.
 */
export function missingReason(
  grants: Grants | undefined,
  uid: string,
  capability: Capability,
): string | false {
  if (!grants || isGranted(grants, uid, capability)) return false;
  return `Your roles do not grant ${capability} here`;
}
