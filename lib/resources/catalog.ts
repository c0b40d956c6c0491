/**
 * Every resource, with the facts that its definition, its capabilities, the console and the counts
 * of groups share. Pure data, for the server and the browser. Everything else about a resource is
 * derived from this or is a `Record<ResourceType, …>`, which does not compile while an entry is
 * missing.
 */

export type Verb = 'list' | 'get' | 'create' | 'update' | 'delete';

export interface CatalogEntry {
  /** Identifies the table in stored counts and orders. It must never change. */
  id: number;
  domain: 'iam' | 'registry' | 'vulnerabilities';
  /** The last segment of the path, and the field of a list response. */
  collection: string;
  /** The kind of container. A group may also be a root. */
  container: 'group' | 'repo';
  /** The part of its capabilities before the dot. */
  family: string;
  /**
   * The capabilities of the family. If two resources share a family, only one of them lists these.
   */
  grants: readonly string[];
  /** The capability for list and get, if the family has none of its own. */
  reads?: string;
  /** The capability for create, update and delete, if the family has no separate ones. */
  changes?: string;
  verbs: readonly Verb[];
  words: readonly [one: string, many: string];
  /**
   * Whether somebody sees rows as a party to them, without the capability to list. Creating one needs no
   * capability either.
   */
  hasParties?: true;
  /** The singular in the API's messages, if it is longer than the console's. */
  noun?: string;
  /** The console's name for all of them, if it differs from the plural. */
  title?: string;
}

const READ = ['list', 'get'] as const;
const WRITE = ['list', 'get', 'create', 'update', 'delete'] as const;

/** What most resources of identity and access management have in common. */
const IAM = {
  domain: 'iam',
  container: 'group',
  grants: ['list', 'create', 'update', 'delete'],
  verbs: WRITE,
} as const;

/** The same for resources that never change once they are created. */
const UNCHANGING = {
  ...IAM,
  grants: ['list', 'create', 'delete'],
  verbs: ['list', 'get', 'create', 'delete'],
} as const;

/** In the order in which roles list their capabilities. */
export const CATALOG = {
  Group: {
    ...IAM,
    id: 1,
    collection: 'groups',
    family: 'groups',
    words: ['group', 'groups'],
  },
  Identity: {
    ...IAM,
    id: 2,
    collection: 'identities',
    family: 'identity',
    words: ['identity', 'identities'],
  },
  Role: {
    ...IAM,
    id: 3,
    collection: 'roles',
    family: 'roles',
    words: ['role', 'roles'],
  },
  RoleBinding: {
    ...IAM,
    id: 4,
    collection: 'roleBindings',
    family: 'role_bindings',
    words: ['role binding', 'role bindings'],
  },
  IdentityProvider: {
    ...IAM,
    id: 5,
    collection: 'identityProviders',
    family: 'identity_providers',
    words: ['identity provider', 'identity providers'],
  },
  AccountAssociation: {
    ...IAM,
    id: 6,
    collection: 'accountAssociations',
    family: 'account_associations',
    words: ['account association', 'account associations'],
  },
  GroupInvite: {
    ...UNCHANGING,
    id: 7,
    collection: 'groupInvites',
    family: 'group_invites',
    words: ['invite', 'invites'],
    noun: 'group invite',
  },
  IdentityKey: {
    ...UNCHANGING,
    id: 14,
    collection: 'identityKeys',
    family: 'identity_keys',
    words: ['key', 'keys'],
    noun: 'identity key',
  },
  Repo: {
    id: 8,
    domain: 'registry',
    collection: 'repos',
    container: 'group',
    family: 'repo',
    grants: ['list', 'sync'],
    verbs: READ,
    words: ['repository', 'repositories'],
  },
  Tag: {
    id: 9,
    domain: 'registry',
    collection: 'tags',
    container: 'repo',
    family: 'tag',
    grants: ['list'],
    verbs: READ,
    words: ['tag', 'tags'],
  },
  Advisory: {
    id: 10,
    domain: 'vulnerabilities',
    collection: 'advisories',
    container: 'group',
    family: 'advisories',
    grants: ['list', 'import'],
    verbs: READ,
    words: ['advisory', 'advisories'],
  },
  // Whoever sees a group may keep views of their own there. A group's views need `share` as well.
  SavedView: {
    ...IAM,
    id: 13,
    collection: 'savedViews',
    family: 'saved_views',
    grants: ['share'],
    reads: 'groups.list',
    changes: 'groups.list',
    words: ['saved view', 'saved views'],
  },
  Subscription: {
    ...IAM,
    id: 15,
    collection: 'subscriptions',
    family: 'subscriptions',
    words: ['subscription', 'subscriptions'],
  },
  RequestRule: {
    ...IAM,
    id: 16,
    collection: 'requestRules',
    family: 'request_rules',
    words: ['request rule', 'request rules'],
  },
  AccessRequest: {
    ...IAM,
    id: 17,
    collection: 'accessRequests',
    family: 'access_requests',
    grants: ['list'],
    changes: 'access_requests.list',
    verbs: ['list', 'get', 'create'],
    hasParties: true,
    words: ['access request', 'access requests'],
  },
  AuditEvent: {
    ...IAM,
    id: 11,
    collection: 'auditEvents',
    family: 'audit',
    grants: ['list'],
    verbs: READ,
    words: ['audit record', 'audit records'],
    noun: 'audit event',
    title: 'Activity',
  },
  RegistrySource: {
    id: 12,
    domain: 'registry',
    collection: 'registrySources',
    container: 'group',
    family: 'repo',
    grants: [],
    changes: 'repo.sync',
    verbs: WRITE,
    words: ['registry source', 'registry sources'],
  },
} as const satisfies Record<string, CatalogEntry>;

export type ResourceType = keyof typeof CATALOG;

type CapabilitiesOf<Entry extends CatalogEntry> = `${Entry['family']}.${Entry['grants'][number]}`;

/** A capability that a role can grant: `family.verb`. */
export type Capability = {
  [Type in ResourceType]: CapabilitiesOf<(typeof CATALOG)[Type]>;
}[ResourceType];

export const RESOURCE_TYPES = Object.keys(CATALOG) as ResourceType[];

export const entryOf = (type: ResourceType): CatalogEntry => CATALOG[type];

/** The capability that the verb needs. `list` also covers get. */
export function capabilityOf(type: ResourceType, verb: Verb): Capability {
  const { family, reads, changes } = entryOf(type);
  const isRead = verb === 'list' || verb === 'get';
  const instead = isRead ? reads : changes;
  if (instead !== undefined) return instead as Capability;
  return `${family}.${isRead ? 'list' : verb}` as Capability;
}

/** `/iam/v2beta1/groups` and the like. */
export function collectionPath({
  domain,
  collection,
}: Pick<CatalogEntry, 'domain' | 'collection'>): string {
  return `/${domain}/v2beta1/${collection}`;
}

/** "Role binding", "Invites". */
export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** "Role bindings", "Activity". */
export const titleOf = ({ title, words }: CatalogEntry): string => title ?? capitalized(words[1]);

/** The name in audit records: `role_binding`. */
export const auditNoun = (type: ResourceType): string =>
  type.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** A group's role bindings, saved views, subscriptions, request rules and access requests are deleted with it, and its
 * audit records stay. */
const LEAVES_DELETABLE: readonly ResourceType[] = [
  'RoleBinding',
  'SavedView',
  'Subscription',
  'RequestRule',
  'AccessRequest',
  'AuditEvent',
];

/** Whether a resource of the type keeps its group from being deleted. */
export const holdsGroup = (type: ResourceType): boolean =>
  CATALOG[type].container === 'group' && !LEAVES_DELETABLE.includes(type);
