/**
 * The roles of every installation. They have the same uids everywhere and belong to no group. Each
 * names its capabilities, so that nobody but an owner gets those of a new resource unasked.
 */
import { CAPABILITIES, type Capability } from './capabilities.ts';

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
  'subscriptions.list',
  'subscriptions.create',
  'subscriptions.update',
  'subscriptions.delete',
];

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
      'Views, manages identities, their keys, associations, invites, saved views and subscriptions, and fills registry and advisories.',
    capabilities: editor,
  },
  {
    uid: 'd48a8959eab3f479b90c66e3dbb20780c2616756',
    name: 'owner',
    purpose: 'May do everything.',
    capabilities: CAPABILITIES,
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
    capabilities: [
      ...viewer,
      'subscriptions.list',
      'request_rules.list',
      'access_requests.list',
      'audit.list',
    ],
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
