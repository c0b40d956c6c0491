/** What a group can hold, and what of it has to be deleted before the group can be. */
import type { Capability } from '#lib/resources/capabilities.ts';
import type { GroupTab } from '#lib/client/group-tabs.ts';

export interface Kind {
  collection: string;
  /** The collection's address in the API. */
  path: string;
  words: readonly [one: string, many: string];
  /** The tab that lists it. */
  tab: GroupTab;
  /** What it takes to see it. */
  list: Capability;
  /** What it takes to delete it; null where the API cannot. */
  delete: Capability | null;
}

const GROUPS: Kind = {
  collection: 'groups',
  path: '/iam/v2beta1/groups',
  words: ['group', 'groups'],
  tab: 'children',
  list: 'groups.list',
  delete: 'groups.delete',
};

const ROLE_BINDINGS: Kind = {
  collection: 'roleBindings',
  path: '/iam/v2beta1/roleBindings',
  words: ['role binding', 'role bindings'],
  tab: 'access',
  list: 'role_bindings.list',
  delete: 'role_bindings.delete',
};

const ROLES: Kind = {
  collection: 'roles',
  path: '/iam/v2beta1/roles',
  words: ['role', 'roles'],
  tab: 'roles',
  list: 'roles.list',
  delete: 'roles.delete',
};

const IDENTITIES: Kind = {
  collection: 'identities',
  path: '/iam/v2beta1/identities',
  words: ['identity', 'identities'],
  tab: 'identities',
  list: 'identity.list',
  delete: 'identity.delete',
};

const PROVIDERS: Kind = {
  collection: 'identityProviders',
  path: '/iam/v2beta1/identityProviders',
  words: ['identity provider', 'identity providers'],
  tab: 'providers',
  list: 'identity_providers.list',
  delete: 'identity_providers.delete',
};

const ASSOCIATIONS: Kind = {
  collection: 'accountAssociations',
  path: '/iam/v2beta1/accountAssociations',
  words: ['account association', 'account associations'],
  tab: 'association',
  list: 'account_associations.list',
  delete: 'account_associations.delete',
};

const INVITES: Kind = {
  collection: 'groupInvites',
  path: '/iam/v2beta1/groupInvites',
  words: ['invite', 'invites'],
  tab: 'invites',
  list: 'group_invites.list',
  delete: 'group_invites.delete',
};

const REGISTRY_SOURCES: Kind = {
  collection: 'registrySources',
  path: '/registry/v2beta1/registrySources',
  words: ['registry source', 'registry sources'],
  tab: 'repos',
  list: 'repo.list',
  delete: 'repo.sync',
};

const REPOS: Kind = {
  collection: 'repos',
  path: '/registry/v2beta1/repos',
  words: ['repository', 'repositories'],
  tab: 'repos',
  list: 'repo.list',
  delete: null,
};

const ADVISORIES: Kind = {
  collection: 'advisories',
  path: '/vulnerabilities/v2beta1/advisories',
  words: ['advisory', 'advisories'],
  tab: 'advisories',
  list: 'advisories.list',
  delete: null,
};

/** In the order in which they are told. */
export const KINDS: readonly Kind[] = [
  GROUPS,
  IDENTITIES,
  ROLE_BINDINGS,
  ROLES,
  PROVIDERS,
  INVITES,
  ASSOCIATIONS,
  REGISTRY_SOURCES,
  REPOS,
  ADVISORIES,
];

/**
 * In the order in which they go within one group. A role cannot go while an invite, a provider or a
 * binding uses it, so those are before it; all other bindings go with the group itself.
 */
export const STAGES: readonly Kind[] = [
  INVITES,
  PROVIDERS,
  ASSOCIATIONS,
  REGISTRY_SOURCES,
  ROLE_BINDINGS,
  ROLES,
  IDENTITIES,
  GROUPS,
];

const NUMBERS = new Intl.NumberFormat('en');

/** "1 role", "2,000 roles". */
export const countedKind = (count: number, [one, many]: Kind['words']): string =>
  `${NUMBERS.format(count)} ${count === 1 ? one : many}`;
