/**
 * Every resource with what its definition, its capabilities, the console and the counts of groups
 * all go by. Pure data, for the server and the browser. What else a resource needs is derived from
 * this or is a `Record<ResourceType, …>`, which does not compile while an entry is missing.
 */

export type Verb = 'list' | 'get' | 'create' | 'update' | 'delete';

export interface CatalogEntry {
  /** Names the table in the counts and orders that are kept. It must never change. */
  id: number;
  domain: 'iam' | 'registry' | 'vulnerabilities';
  /** The last segment of the path and the member of a list response. */
  collection: string;
  /** What contains it. A group may also be a root. */
  container: 'group' | 'repo';
  /** The part of its capabilities before the dot. */
  family: string;
  /** The capabilities of the family. Where two resources share a family, only one lists them. */
  grants: readonly string[];
  /** What create, update and delete need, where the family has no capabilities for each. */
  changes?: string;
  verbs: readonly Verb[];
  words: readonly [one: string, many: string];
  /** The word for one in the API's messages, where it is longer than the console's. */
  noun?: string;
  /** What the console calls all of them, where that is not simply the word for many. */
  title?: string;
}

const READ = ['list', 'get'] as const;
const WRITE = ['list', 'get', 'create', 'update', 'delete'] as const;
const EACH = ['list', 'create', 'update', 'delete'] as const;

/** In the order in which roles list their capabilities. */
export const CATALOG = {
  Group: {
    id: 1,
    domain: 'iam',
    collection: 'groups',
    container: 'group',
    family: 'groups',
    grants: EACH,
    verbs: WRITE,
    words: ['group', 'groups'],
  },
  Identity: {
    id: 2,
    domain: 'iam',
    collection: 'identities',
    container: 'group',
    family: 'identity',
    grants: EACH,
    verbs: WRITE,
    words: ['identity', 'identities'],
  },
  Role: {
    id: 3,
    domain: 'iam',
    collection: 'roles',
    container: 'group',
    family: 'roles',
    grants: EACH,
    verbs: WRITE,
    words: ['role', 'roles'],
  },
  RoleBinding: {
    id: 4,
    domain: 'iam',
    collection: 'roleBindings',
    container: 'group',
    family: 'role_bindings',
    grants: EACH,
    verbs: WRITE,
    words: ['role binding', 'role bindings'],
  },
  IdentityProvider: {
    id: 5,
    domain: 'iam',
    collection: 'identityProviders',
    container: 'group',
    family: 'identity_providers',
    grants: EACH,
    verbs: WRITE,
    words: ['identity provider', 'identity providers'],
  },
  AccountAssociation: {
    id: 6,
    domain: 'iam',
    collection: 'accountAssociations',
    container: 'group',
    family: 'account_associations',
    grants: EACH,
    verbs: WRITE,
    words: ['account association', 'account associations'],
  },
  GroupInvite: {
    id: 7,
    domain: 'iam',
    collection: 'groupInvites',
    container: 'group',
    family: 'group_invites',
    grants: ['list', 'create', 'delete'],
    verbs: ['list', 'get', 'create', 'delete'],
    words: ['invite', 'invites'],
    noun: 'group invite',
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
  AuditEvent: {
    id: 11,
    domain: 'iam',
    collection: 'auditEvents',
    container: 'group',
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

/** The table's name, which is also the resource's. */
export type ResourceType = keyof typeof CATALOG;

type CapabilitiesOf<Entry extends CatalogEntry> = `${Entry['family']}.${Entry['grants'][number]}`;

/** What a role can grant: `family.verb`. */
export type Capability = {
  [Type in ResourceType]: CapabilitiesOf<(typeof CATALOG)[Type]>;
}[ResourceType];

export const RESOURCE_TYPES = Object.keys(CATALOG) as ResourceType[];

export const entryOf = (type: ResourceType): CatalogEntry => CATALOG[type];

/** What the verb takes; `list` also covers get. */
export function capabilityOf(type: ResourceType, verb: Verb): Capability {
  const { family, changes } = entryOf(type);
  const isRead = verb === 'list' || verb === 'get';
  if (changes !== undefined && !isRead) return changes as Capability;
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

/** What audit records call it: `role_binding`. */
export const auditNoun = (type: ResourceType): string =>
  type.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** True for what a group holds itself and has to give up before it can be deleted. */
export const holdsGroup = (type: ResourceType): boolean =>
  // Its bindings go with it, and its audit records stay.
  CATALOG[type].container === 'group' && type !== 'RoleBinding' && type !== 'AuditEvent';
