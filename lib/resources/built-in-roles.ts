/**
 * The roles of every installation. They have the same uids everywhere and belong to no group. Each
 * names its capabilities, so that nobody gets those of a new resource unasked.
 */
import type { Capability } from './capabilities.ts';

/** A role that every installation has, with the same uid. */
export interface BuiltInRole {
  uid: string;
  name: string;
  purpose: string;
  description: string;
  capabilities: readonly Capability[];
}

const viewer: readonly Capability[] = [
  'groups.list',
  'identity.list',
  'roles.list',
  'role_bindings.list',
  'identity_providers.list',
  'account_associations.list',
  'group_invites.list',
  'identity_keys.list',
  'repo.list',
  'tag.list',
  'advisories.list',
];

const editor: readonly Capability[] = [
  ...viewer,
  'identity.create',
  'identity.update',
  'identity.delete',
  'account_associations.create',
  'account_associations.update',
  'account_associations.delete',
  'group_invites.create',
  'group_invites.delete',
  'identity_keys.create',
  'identity_keys.delete',
  'repo.sync',
  'advisories.import',
  'saved_views.share',
];

/** The compiler asks for each new capability: decide which of the other roles have it as well. */
const OWNERS: Readonly<Record<Capability, true>> = {
  'groups.list': true,
  'groups.create': true,
  'groups.update': true,
  'groups.delete': true,
  'identity.list': true,
  'identity.create': true,
  'identity.update': true,
  'identity.delete': true,
  'roles.list': true,
  'roles.create': true,
  'roles.update': true,
  'roles.delete': true,
  'role_bindings.list': true,
  'role_bindings.create': true,
  'role_bindings.update': true,
  'role_bindings.delete': true,
  'identity_providers.list': true,
  'identity_providers.create': true,
  'identity_providers.update': true,
  'identity_providers.delete': true,
  'account_associations.list': true,
  'account_associations.create': true,
  'account_associations.update': true,
  'account_associations.delete': true,
  'group_invites.list': true,
  'group_invites.create': true,
  'group_invites.delete': true,
  'identity_keys.list': true,
  'identity_keys.create': true,
  'identity_keys.delete': true,
  'repo.list': true,
  'repo.sync': true,
  'tag.list': true,
  'advisories.list': true,
  'advisories.import': true,
  'saved_views.share': true,
  'audit.list': true,
};

const owner = Object.keys(OWNERS) as Capability[];

// Each uid is the SHA-1 of `grove built-in role NAME`. They are written out because they may never
// change.
const ROLES: readonly Omit<BuiltInRole, 'description'>[] = [
  {
    uid: 'db93998f40c60d9900822d349a3e5f11b297e7e2',
    name: 'viewer',
    purpose: 'Sees everything but the audit log.',
    capabilities: viewer,
  },
  {
    uid: 'fddc5e67caf1315c0d99fedf4e76fd431fac4b6d',
    name: 'editor',
    purpose:
      'Views, manages identities, their keys, associations, invites and saved views, and fills registry and advisories.',
    capabilities: editor,
  },
  {
    uid: 'd48a8959eab3f479b90c66e3dbb20780c2616756',
    name: 'owner',
    purpose: 'May do everything.',
    capabilities: owner,
  },
  {
    uid: '9bdc36a306d5d43e627f192171ab618a9efc74ca',
    name: 'registry.viewer',
    purpose: 'Sees groups, repositories and tags.',
    capabilities: ['groups.list', 'repo.list', 'tag.list'],
  },
  {
    uid: '4d69f9ab3f264114ef9512a667544d196a7b0378',
    name: 'advisories.viewer',
    purpose: 'Sees groups, repositories, tags and advisories.',
    capabilities: ['groups.list', 'repo.list', 'tag.list', 'advisories.list'],
  },
  {
    uid: '759693be65e52c9f418a9c7fb64f6d3ea0d5b7a3',
    name: 'auditor',
    purpose: 'Sees everything, including the audit log.',
    capabilities: [...viewer, 'audit.list'],
  },
];

export const BUILT_IN_ROLES: readonly BuiltInRole[] = ROLES.map((role) => {
  const { purpose } = role;
  const description = `Built-in role: ${purpose.charAt(0).toLowerCase()}${purpose.slice(1)}`;
  return { ...role, description };
});

/** @throws Error for a name that is not built in, which is a mistake in the code. */
export function builtInRole(name: string): BuiltInRole {
  const role = BUILT_IN_ROLES.find((candidate) => candidate.name === name);
  if (role === undefined) throw new Error(`no built-in role ${name}`);
  return role;
}

export function isBuiltInRole(uid: string): boolean {
  return BUILT_IN_ROLES.some((role) => role.uid === uid);
}
