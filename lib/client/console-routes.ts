/** The routes of each resource in the console. */
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { requestPath } from '#lib/client/access/request-paths.ts';
import {
  groupPath,
  parentUid,
  registrySourcePath,
  resourcePath,
  rolePath,
  savedViewPath,
} from '#lib/client/paths.ts';
import type { ResourceType } from '#lib/resources/catalog.ts';

interface ConsoleRoute {
  tab: GroupTab;
  path: (uid: string) => string;
  /** Whether that is its own page, not the page of its group. */
  isOwn: boolean;
}

const page = (tab: GroupTab): ConsoleRoute => ({
  tab,
  path: (uid) => resourcePath(tab, uid),
  isOwn: true,
});

const inHolder = (tab: GroupTab): ConsoleRoute => ({
  tab,
  path: (uid) => groupPath(parentUid(uid) ?? '', tab),
  isOwn: false,
});

/** Where the console shows each kind of resource. */
export const CONSOLE_ROUTES: Readonly<Record<ResourceType, ConsoleRoute>> = {
  Group: { tab: 'children', path: (uid) => groupPath(uid), isOwn: true },
  Identity: page('identities'),
  Role: { tab: 'roles', path: (uid) => rolePath(uid, uid), isOwn: true },
  RoleBinding: page('access'),
  IdentityProvider: page('providers'),
  AccountAssociation: inHolder('association'),
  GroupInvite: inHolder('invites'),
  IdentityKey: inHolder('keys'),
  Repo: page('repos'),
  Tag: {
    tab: 'repos',
    path: (uid) => resourcePath('repos', parentUid(uid) ?? ''),
    isOwn: false,
  },
  Advisory: page('advisories'),
  AuditEvent: page('activity'),
  SavedView: { tab: 'overview', path: savedViewPath, isOwn: true },
  Subscription: page('subscriptions'),
  RequestRule: inHolder('access'),
  AccessRequest: { tab: 'access', path: requestPath, isOwn: true },
  RegistrySource: {
    tab: 'repos',
    path: (uid) => registrySourcePath(parentUid(uid) ?? ''),
    isOwn: true,
  },
};
