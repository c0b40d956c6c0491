/** The resources that a group can contain, and which must be deleted before the group. */
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { CONSOLE_ROUTES } from '#lib/client/console-routes.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import {
  capabilityOf,
  collectionPath,
  entryOf,
  holdsGroup,
  RESOURCE_TYPES,
  type ResourceType,
} from '#lib/resources/catalog.ts';

export interface Kind {
  collection: string;
  path: string;
  words: readonly [one: string, many: string];
  tab: GroupTab;
  list: Capability;
  /** The capability to delete it. */
  delete: Capability;
  /** Whether it has no delete of its own, and goes with the contents of its group. */
  isContents: boolean;
}

/** As `groups:deleteContents` needs them. */
const CONTENTS: { readonly [Type in ResourceType]?: Capability } = {
  Repo: 'repo.sync',
  Advisory: 'advisories.import',
};

function kindOf(type: ResourceType): Kind {
  const entry = entryOf(type);
  const { collection, verbs, words } = entry;
  return {
    collection,
    path: collectionPath(entry),
    words,
    tab: CONSOLE_ROUTES[type].tab,
    list: capabilityOf(type, 'list'),
    delete: CONTENTS[type] ?? capabilityOf(type, 'delete'),
    isContents: !verbs.includes('delete'),
  };
}

/** The types of `all` in the order of `some`, then the others. */
const startingWith = (some: readonly ResourceType[], all: readonly ResourceType[]) => [
  ...some,
  ...all.filter((type) => !some.includes(type)),
];

const HELD = RESOURCE_TYPES.filter((type) => type === 'RoleBinding' || holdsGroup(type));

const NAMED_FIRST: readonly ResourceType[] = [
  'Group',
  'Identity',
  'RoleBinding',
  'Role',
  'IdentityProvider',
  'GroupInvite',
  'IdentityKey',
  'AccountAssociation',
  'RegistrySource',
];

export const KINDS: readonly Kind[] = startingWith(NAMED_FIRST, HELD).map(kindOf);

/** Deleted last, in this order: identities after roles, and a role only after its bindings. */
const LAST: readonly ResourceType[] = ['RoleBinding', 'Role', 'Identity', 'Group'];

/**
 * The order of deletion within one group. Invites, keys and providers may use a role, so they come
 * first. All other bindings are deleted with the group.
 */
export const STAGES: readonly Kind[] = [
  ...startingWith(['GroupInvite', 'IdentityKey'], HELD).filter((type) => !LAST.includes(type)),
  ...LAST,
]
  .map(kindOf)
  .filter((kind) => !kind.isContents);
