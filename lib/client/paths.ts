/** All paths of the console. The slashes of a uid become dots, so that it is one segment. */
import type { GroupTab } from '#lib/client/group-tabs.ts';

export const segmentOfUid = (uid: string): string => uid.replaceAll('/', '.');
/** The uid of a segment of an address, which has dots for its slashes. */
export const uidOfSegment = (segment: string): string => segment.replaceAll('.', '/');

/** The address of a group's tab in the console. */
export function groupPath(uid: string, tab: GroupTab = 'overview'): string {
  const group = `/groups/${segmentOfUid(uid)}`;
  return tab === 'overview' ? group : `${group}/${tab}`;
}

/** The root group of a group; `lib/aip/uid.ts` would bring more scripts to the page. */
export const rootOf = (uid: string): string => uid.split('/', 1)[0] ?? uid;

/** Whether the group is above the resource, at any distance. */
export const isBelow = (uid: string, group: string): boolean => uid.startsWith(`${group}/`);

export const isAtOrBelow = (uid: string, group: string): boolean =>
  uid === group || isBelow(uid, group);

/** The uid of a child. `ancestors_of` of a child returns the group itself and all groups above. */
export const firstIn = (group: string) => `${group}/${'0'.repeat(16)}`;

export const newGroupPath = (parent: string): string => `${groupPath(parent, 'children')}/new`;

export const editGroupPath = (uid: string): string => `${groupPath(uid)}/edit`;

export const policyPath = (root: string): string => `${groupPath(root)}/policy`;

export const domainsPath = (root: string): string => `${groupPath(root)}/domains`;

export const deleteGroupPath = (uid: string): string => `${groupPath(uid)}/delete`;

/** The editor over the list that contains the group, so that closing it returns there. */
export const editListedGroupPath = (listOf: string, uid: string): string =>
  `${groupPath(listOf, 'children')}/${segmentOfUid(uid)}/edit`;

export const newPath = (group: string, tab: GroupTab): string => `${groupPath(group, tab)}/new`;

/**
 * What lets a workflow into a group, over the list of who has access.
 *
 * @param step the platform that was chosen, or the uid of the identity that was created.
 */
/** The list of all who are blocked in a group and below. */
export const blockedPath = (group: string): string =>
  `${groupPath(group, 'identities')}?scope=below&blocked=true`;

export const connectPath = (
  group: string,
  step: { on: string } | { connected: string } | null = null,
): string =>
  `${groupPath(group, 'access')}/connect${step === null ? '' : `?${new URLSearchParams(step)}`}`;

export const importAdvisoriesPath = (group: string): string =>
  `${groupPath(group, 'advisories')}/import`;

export const v1CallersPath = (group: string): string => `${groupPath(group, 'activity')}/v1`;

export const registrySourcePath = (group: string): string => `${groupPath(group, 'repos')}/source`;

export const editRegistrySourcePath = (group: string): string =>
  `${registrySourcePath(group)}/edit`;

/** The page of a resource, under the group that holds it or the group whose list shows it. */
export const resourcePath = (tab: GroupTab, uid: string, listOf = parentUid(uid) ?? ''): string =>
  `${groupPath(listOf, tab)}/${segmentOfUid(uid)}`;

export const editPath = (tab: GroupTab, uid: string, listOf?: string): string =>
  `${resourcePath(tab, uid, listOf)}/edit`;

/** The page of an identity, with the question whether to block it. */
export const blockPath = (uid: string): string => `${resourcePath('identities', uid)}?block=`;

/** The page of a role. A built-in role belongs to no group and is shown under any. */
export const rolePath = (uid: string, listOf: string): string =>
  resourcePath('roles', uid, parentUid(uid) ?? listOf);

export const activityPath = (
  group: string,
  filter: { resource: string } | { actor: string } | { network: string } | { credential: string },
): string =>
  `${groupPath(group, 'activity')}?${new URLSearchParams({ scope: 'below', ...filter })}`;

export function compareRolesPath(group: string, a?: string, b?: string): string {
  const chosen = Object.entries({ a, b }).filter((entry): entry is [string, string] => !!entry[1]);
  const path = `${groupPath(group, 'roles')}/compare`;
  return chosen.length === 0 ? path : `${path}?${new URLSearchParams(chosen)}`;
}

export const savedViewPath = (uid: string): string =>
  `${groupPath(parentUid(uid) ?? '')}/views/${segmentOfUid(uid)}`;

export interface ExplainQuestion {
  identity?: string | undefined;
  group?: string | undefined;
  capability?: string | undefined;
}

/** Explains why an identity may do something in a group; without an identity, who may. */
export function explainPath(question: ExplainQuestion): string {
  const set = Object.entries(question).filter(([, value]) => value);
  return set.length === 0 ? '/explain' : `/explain?${new URLSearchParams(set)}`;
}

export const API_VERSIONS = ['v2beta1', 'v1'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

export function apiReferencePath(operation?: string, version: ApiVersion = 'v2beta1'): string {
  const set = { ...(version !== 'v2beta1' && { version }), ...(operation && { operation }) };
  const query = new URLSearchParams(set);
  return query.size === 0 ? '/api-reference' : `/api-reference?${query}`;
}

export const docsPath = (slug = '', heading = ''): string =>
  `/docs${slug && `/${slug}`}${heading && `#${heading}`}`;

export const SYSTEM_PATH = '/system';

/** Where somebody asks for a one-time link that sets a new password. */
export const FORGOT_PASSWORD_PATH = '/forgot-password';

export const JOIN_PATH = '/join';

/** The code is in the fragment, which browsers send to no server, so no log contains it. */
export const joinPath = (code: string): string => `${JOIN_PATH}#${encodeURIComponent(code)}`;

export type SettingsPage =
  | 'profile'
  | 'organizations'
  | 'password'
  | 'security'
  | 'sessions'
  | 'appearance';

export const settingsPath = (page: SettingsPage): string => `/settings/${page}`;

export const signInPath = (callbackUrl: string): string =>
  `/sign-in?${new URLSearchParams({ callbackUrl })}`;

/** The uid of the group that holds a resource or group; null for a root group. */
export function parentUid(uid: string): string | null {
  const end = uid.lastIndexOf('/');
  return end < 0 ? null : uid.slice(0, end);
}
