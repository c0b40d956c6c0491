/** What a role can grant: `family.verb`. Pure data, for the server and the browser. */

export const CAPABILITIES = [
  'groups.list',
  'groups.create',
  'groups.update',
  'groups.delete',
  'identity.list',
  'identity.create',
  'identity.update',
  'identity.delete',
  'roles.list',
  'roles.create',
  'roles.update',
  'roles.delete',
  'role_bindings.list',
  'role_bindings.create',
  'role_bindings.update',
  'role_bindings.delete',
  'identity_providers.list',
  'identity_providers.create',
  'identity_providers.update',
  'identity_providers.delete',
  'account_associations.list',
  'account_associations.create',
  'account_associations.update',
  'account_associations.delete',
  'group_invites.list',
  'group_invites.create',
  'group_invites.delete',
  'repo.list',
  'repo.sync',
  'tag.list',
  'advisories.list',
  'advisories.import',
  'audit.list',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** The part of a capability before the dot. */
export type CapabilityFamily = Capability extends `${infer Family}.${string}` ? Family : never;

export function isCapability(text: string): text is Capability {
  return (CAPABILITIES as readonly string[]).includes(text);
}
