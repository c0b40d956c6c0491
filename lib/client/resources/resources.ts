/** A client for each resource, and the resource types. */
import { collectionClient, type ResourceChange } from '#lib/client/resources/queries.ts';
import type { Wire } from '#lib/client/resources/wire.ts';
import { CATALOG, collectionPath, type ResourceType } from '#lib/resources/catalog.ts';

export type { ResourceChange };
export type * from '#lib/client/resources/wire.ts';

function resourceClient<Type extends ResourceType>(type: Type) {
  const { collection }: (typeof CATALOG)[Type] = CATALOG[type];
  return collectionClient<(typeof CATALOG)[Type]['collection'], Wire[Type]>(
    collection,
    collectionPath(CATALOG[type]),
  );
}

export type ResourceClient<Type extends ResourceType> = ReturnType<typeof resourceClient<Type>>;

export const identities = resourceClient('Identity');
export const roles = resourceClient('Role');
export const roleBindings = resourceClient('RoleBinding');
export const identityProviders = resourceClient('IdentityProvider');
export const accountAssociations = resourceClient('AccountAssociation');
export const groupInvites = resourceClient('GroupInvite');
export const identityKeys = resourceClient('IdentityKey');
export const auditEvents = resourceClient('AuditEvent');
export const registrySources = resourceClient('RegistrySource');
export const subscriptions = resourceClient('Subscription');
export const savedViews = resourceClient('SavedView');
export const repos = resourceClient('Repo');
export const tags = resourceClient('Tag');
export const advisories = resourceClient('Advisory');
