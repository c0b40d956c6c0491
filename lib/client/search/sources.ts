/** What the palette can find, by the collection that holds it, and where each leads. */
import type { Capability } from '#lib/resources/capabilities.ts';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { groupPath, parentUid, resourcePath, rolePath } from '#lib/client/paths.ts';
import type { Advisory, Identity, Tag } from '#lib/client/resources/resources.ts';

export interface Hit {
  uid: string;
  label: string;
  /** What else tells it from others of the same name. */
  detail: string;
  href: string;
  /** What it lies in; null for a root group or what is built in. */
  holder: string | null;
}

/** A row of any collection; each source knows which members its own have. */
interface Row {
  uid: string;
  name?: string;
}

export interface Source {
  collection: string;
  title: string;
  path: string;
  list: Capability;
  tab: GroupTab;
  /** In which order what matches a text is told; in that of the uids where nothing is said. */
  order?: string;
  hitOf: (row: never) => Omit<Hit, 'uid' | 'holder'>;
}

const named =
  (hrefOf: (uid: string) => string, detail: string) =>
  ({ uid, name }: Row) => ({ label: name ?? detail, detail, href: hrefOf(uid) });

const page = (tab: GroupTab) => (uid: string) => resourcePath(tab, uid);
const tabOfHolder = (tab: GroupTab) => (uid: string) => groupPath(parentUid(uid) ?? '', tab);

const GROUPS: Source = {
  collection: 'groups',
  title: 'Groups',
  path: '/iam/v2beta1/groups',
  list: 'groups.list',
  tab: 'children',
  order: 'name',
  hitOf: named((uid) => groupPath(uid), ''),
};

const IDENTITIES: Source = {
  collection: 'identities',
  title: 'Identities',
  path: '/iam/v2beta1/identities',
  list: 'identity.list',
  tab: 'identities',
  order: 'name',
  hitOf: ({ uid, name, email, claimMatch }: Identity) => {
    const known = email ?? claimMatch.subject ?? '';
    return { label: name, detail: known === name ? '' : known, href: page('identities')(uid) };
  },
};

const REPOS: Source = {
  collection: 'repos',
  title: 'Repositories',
  path: '/registry/v2beta1/repos',
  list: 'repo.list',
  tab: 'repos',
  order: 'name',
  hitOf: named(page('repos'), ''),
};

export const ADVISORIES: Source = {
  collection: 'advisories',
  title: 'Advisories',
  path: '/vulnerabilities/v2beta1/advisories',
  list: 'advisories.list',
  tab: 'advisories',
  order: 'severity desc',
  hitOf: ({ uid, advisoryId, artifactName, componentName, aliases }: Advisory) => ({
    label: advisoryId,
    detail: [componentName || artifactName, aliases[0]].filter(Boolean).join(' · '),
    href: page('advisories')(uid),
  }),
};

/** A tag has no page of its own: its repository has it. */
export const TAGS: Source = {
  collection: 'tags',
  title: 'Tags',
  path: '/registry/v2beta1/tags',
  list: 'tag.list',
  tab: 'repos',
  hitOf: ({ uid, name }: Tag) => ({
    label: name,
    detail: 'tag',
    href: resourcePath('repos', parentUid(uid) ?? ''),
  }),
};

/** What is searched for a part of a name. */
export const SEARCHED: readonly Source[] = [GROUPS, IDENTITIES, REPOS, ADVISORIES];

interface Bound {
  uid: string;
  identity: { name: string };
  role: { name: string };
}

const BINDINGS: Source = {
  collection: 'roleBindings',
  title: 'Role bindings',
  path: '/iam/v2beta1/roleBindings',
  list: 'role_bindings.list',
  tab: 'access',
  hitOf: ({ uid, identity, role }: Bound) => ({
    label: `${identity.name} as ${role.name}`,
    detail: 'role binding',
    href: page('access')(uid),
  }),
};

const ROLES: Source = {
  collection: 'roles',
  title: 'Roles',
  path: '/iam/v2beta1/roles',
  list: 'roles.list',
  tab: 'roles',
  hitOf: named((uid) => rolePath(uid, uid), 'role'),
};

const OTHERS: readonly Source[] = [
  ROLES,
  BINDINGS,
  {
    collection: 'identityProviders',
    title: 'Identity providers',
    path: '/iam/v2beta1/identityProviders',
    list: 'identity_providers.list',
    tab: 'providers',
    hitOf: named(page('providers'), 'identity provider'),
  },
  {
    collection: 'accountAssociations',
    title: 'Account associations',
    path: '/iam/v2beta1/accountAssociations',
    list: 'account_associations.list',
    tab: 'association',
    hitOf: named(tabOfHolder('association'), 'account association'),
  },
  {
    collection: 'groupInvites',
    title: 'Invites',
    path: '/iam/v2beta1/groupInvites',
    list: 'group_invites.list',
    tab: 'invites',
    hitOf: ({ uid, email }: { uid: string; email?: string }) => ({
      label: email ?? 'Invite for anyone with the link',
      detail: 'invite',
      href: tabOfHolder('invites')(uid),
    }),
  },
  {
    collection: 'auditEvents',
    title: 'Activity',
    path: '/iam/v2beta1/auditEvents',
    list: 'audit.list',
    tab: 'activity',
    hitOf: ({ uid, type }: { uid: string; type: string }) => ({
      label: type,
      detail: 'audit record',
      href: page('activity')(uid),
    }),
  },
  TAGS,
];

/** Where a uid can be found: of a root only groups, and built-in roles, look like that. */
export const candidates = (uid: string): readonly Source[] =>
  uid.includes('/') ? [...SEARCHED, ...OTHERS] : [GROUPS, ROLES];
