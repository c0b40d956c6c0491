/** All addresses of the console. A uid's slashes are dots there, so that it is one segment. */
import type { GroupTab } from '#lib/client/group-tabs.ts';

export const segmentOfUid = (uid: string): string => uid.replaceAll('/', '.');
export const uidOfSegment = (segment: string): string => segment.replaceAll('.', '/');

export function groupPath(uid: string, tab: GroupTab = 'overview'): string {
  const group = `/groups/${segmentOfUid(uid)}`;
  return tab === 'overview' ? group : `${group}/${tab}`;
}

export const newGroupPath = (parent: string): string => `${groupPath(parent, 'children')}/new`;

/** The editor over the group's own page. */
export const editGroupPath = (uid: string): string => `${groupPath(uid)}/edit`;

/** Where a group is deleted with everything in it. */
export const deleteGroupPath = (uid: string): string => `${groupPath(uid)}/delete`;

/** The editor over the list that the group stands in, so that closing it leads back there. */
export const editListedGroupPath = (listOf: string, uid: string): string =>
  `${groupPath(listOf, 'children')}/${segmentOfUid(uid)}/edit`;

/** The form of a new resource over the list that will hold it. */
export const newPath = (group: string, tab: GroupTab): string => `${groupPath(group, tab)}/new`;

/** Where files of advisories are taken in, over the list. */
export const importAdvisoriesPath = (group: string): string =>
  `${groupPath(group, 'advisories')}/import`;

/** The registry that a group's repositories are read from, over their list. */
export const registrySourcePath = (group: string): string => `${groupPath(group, 'repos')}/source`;

/** Where that is set up or edited. */
export const editRegistrySourcePath = (group: string): string =>
  `${registrySourcePath(group)}/edit`;

/** A resource's own page, under the group that holds it or the one whose list it is read from. */
export const resourcePath = (tab: GroupTab, uid: string, listOf = parentUid(uid) ?? ''): string =>
  `${groupPath(listOf, tab)}/${segmentOfUid(uid)}`;

/** The editor of a resource over its page. */
export const editPath = (tab: GroupTab, uid: string, listOf?: string): string =>
  `${resourcePath(tab, uid, listOf)}/edit`;

/** A role's page; one that is built in lies in no group and is read from any. */
export const rolePath = (uid: string, listOf: string): string =>
  resourcePath('roles', uid, parentUid(uid) ?? listOf);

/** Two roles beside each other, as far as they are chosen. */
export function compareRolesPath(group: string, a?: string, b?: string): string {
  const chosen = Object.entries({ a, b }).filter((entry): entry is [string, string] => !!entry[1]);
  const path = `${groupPath(group, 'roles')}/compare`;
  return chosen.length === 0 ? path : `${path}?${new URLSearchParams(chosen)}`;
}

export interface ExplainQuestion {
  identity?: string | undefined;
  group?: string | undefined;
  capability?: string | undefined;
}

/** Why an identity may do something in a group; without one, who may. */
export function explainPath(question: ExplainQuestion): string {
  const set = Object.entries(question).filter(([, value]) => value);
  return set.length === 0 ? '/explain' : `/explain?${new URLSearchParams(set)}`;
}

/** The reference of the API, at one of its operations. */
export const apiReferencePath = (operation?: string): string =>
  operation ? `/api-reference?${new URLSearchParams({ operation })}` : '/api-reference';

/** Where an identity provider sends people back to, to be registered there. `url` is the installation's. */
export const redirectAddress = (url: string, provider: string): string =>
  `${url}/api/auth/callback/${segmentOfUid(provider)}`;

/** Where an invite is accepted. */
export const JOIN_PATH = '/join';

/** With the invite's code where browsers keep it to themselves: no server and no log sees a fragment. */
export const joinPath = (code: string): string => `${JOIN_PATH}#${encodeURIComponent(code)}`;

/** What the caller sets for themselves. */
export type SettingsPage = 'profile' | 'password' | 'sessions' | 'appearance';

export const settingsPath = (page: SettingsPage): string => `/settings/${page}`;

/** Signing in, and then back to a path. */
export const signInPath = (callbackUrl: string): string =>
  `/sign-in?${new URLSearchParams({ callbackUrl })}`;

/** The uid of the group that holds a resource or group; null of a root group. */
export function parentUid(uid: string): string | null {
  const end = uid.lastIndexOf('/');
  return end < 0 ? null : uid.slice(0, end);
}

/** The API's address of a group. */
export const groupApiPath = (uid: string): string => `/iam/v2beta1/groups/${uid}`;
