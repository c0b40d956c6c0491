/** The kinds of results in the palette, by collection, and their pages. */
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { CONSOLE_ROUTES } from '#lib/client/console-routes.ts';
import type {
  Advisory,
  AuditEvent,
  GroupInvite,
  Identity,
  RegistrySource,
  RoleBinding,
  SavedView,
} from '#lib/client/resources/resources.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import {
  capabilityOf,
  collectionPath,
  entryOf,
  RESOURCE_TYPES,
  type ResourceType,
  titleOf,
} from '#lib/resources/catalog.ts';

export interface Hit {
  uid: string;
  label: string;
  /** Distinguishes results with the same name. */
  detail: string;
  href: string;
  /** The uid that contains it; null for a root group or a built-in resource. */
  holder: string | null;
}

type Words = Pick<Hit, 'label' | 'detail'>;

export interface Source {
  collection: string;
  title: string;
  path: string;
  list: Capability;
  tab: GroupTab;
  /** The order of the results; by default by uid. */
  order?: string;
  /** Whether a whole name finds it. */
  isNamed: boolean;
  hitOf: (row: never) => Omit<Hit, 'uid' | 'holder'>;
}

/** How the results of a search by a part of a name are ordered. Only a uid finds other resources. */
const ORDERS: Readonly<Partial<Record<ResourceType, string>>> = {
  Group: 'name',
  Identity: 'name',
  Repo: 'name',
  Advisory: 'severity desc',
  SavedView: 'name',
};

const isSearched = (type: ResourceType) => ORDERS[type] !== undefined;

const titleOfCollection = (collection: string): string => {
  const type = RESOURCE_TYPES.find((one) => entryOf(one).collection === collection);
  return type === undefined ? collection : titleOf(entryOf(type)).toLowerCase();
};

/** For kinds with a detail besides the name, or without a name. */
const WORDS: Readonly<Partial<Record<ResourceType, (row: never) => Words>>> = {
  Identity: ({ name, email, claimMatch }: Identity) => {
    const known = email ?? claimMatch.subject ?? '';
    return { label: name, detail: known === name ? '' : known };
  },
  Advisory: ({ advisoryId, artifactName, componentName, aliases }: Advisory) => ({
    label: advisoryId,
    detail: [componentName || artifactName, aliases[0]].filter(Boolean).join(' · '),
  }),
  RoleBinding: ({ identity, role }: RoleBinding) => ({
    label: `${identity.name} as ${role.name}`,
    detail: 'role binding',
  }),
  GroupInvite: ({ email }: GroupInvite) => ({
    label: email ?? 'Invite for anyone with the link',
    detail: 'invite',
  }),
  AuditEvent: ({ type }: AuditEvent) => ({ label: type, detail: 'audit record' }),
  SavedView: ({ name, collection }: SavedView) => ({
    label: name,
    detail: titleOfCollection(collection),
  }),
  RegistrySource: ({ url }: RegistrySource) => ({ label: url, detail: 'registry source' }),
};

function sourceOf(type: ResourceType): Source {
  const entry = entryOf(type);
  const { tab, path } = CONSOLE_ROUTES[type];
  const order = ORDERS[type];
  const named = ({ name }: { name?: string }): Words => ({
    label: name ?? entry.words[0],
    detail: isSearched(type) ? '' : entry.words[0],
  });
  const wordsOf = WORDS[type] ?? named;
  return {
    collection: entry.collection,
    title: titleOf(entry),
    path: collectionPath(entry),
    list: capabilityOf(type, 'list'),
    tab,
    ...(order !== undefined && { order }),
    isNamed: order === 'name',
    hitOf: (row: never) => ({ ...wordsOf(row), href: path((row as { uid: string }).uid) }),
  };
}

const GROUPS = sourceOf('Group');
const ROLES = sourceOf('Role');
export const ADVISORIES = sourceOf('Advisory');
export const TAGS = sourceOf('Tag');

export const SEARCHED: readonly Source[] = RESOURCE_TYPES.filter(isSearched).map(sourceOf);

const OTHERS: readonly Source[] = RESOURCE_TYPES.filter((type) => !isSearched(type)).map(sourceOf);

/**
 * The collections that may contain a uid: a uid without a slash is a root group or a built-in role.
 */
export const candidates = (uid: string): readonly Source[] =>
  uid.includes('/') ? [...SEARCHED, ...OTHERS] : [GROUPS, ROLES];
