import type { ResourceType } from '#lib/resources/catalog.ts';

/** The areas of a group, by the question that brings people. Their tabs are in `GROUP_TABS`. */
export const GROUP_AREAS = [
  { id: 'overview', label: 'Overview' },
  { id: 'access', label: 'Access' },
  { id: 'software', label: 'Software' },
  { id: 'activity', label: 'Activity' },
  { id: 'setup', label: 'Setup' },
] as const;

export type GroupArea = (typeof GROUP_AREAS)[number]['id'];

/** The tabs of a group in the order of their areas. `g` followed by `key` opens the tab. */
export const GROUP_TABS = [
  { id: 'overview', area: 'overview', label: 'Summary', key: 'o' },
  { id: 'children', area: 'overview', label: 'Groups', key: 'c' },
  { id: 'identities', area: 'access', label: 'Identities', key: 'i' },
  { id: 'access', area: 'access', label: 'Role bindings', key: 'a' },
  { id: 'roles', area: 'access', label: 'Roles', key: 'r' },
  { id: 'invites', area: 'access', label: 'Invites', key: 'n' },
  { id: 'keys', area: 'access', label: 'Keys', key: 'k' },
  { id: 'advisories', area: 'software', label: 'Advisories', key: 'v' },
  { id: 'repos', area: 'software', label: 'Repositories', key: 'p' },
  { id: 'activity', area: 'activity', label: 'Activity', key: 'y' },
  { id: 'providers', area: 'setup', label: 'Identity providers', key: 'd' },
  { id: 'association', area: 'setup', label: 'Cloud accounts', key: 'l' },
  { id: 'subscriptions', area: 'setup', label: 'Subscriptions', key: 'u' },
] as const satisfies readonly { id: string; area: GroupArea; label: string; key: string }[];

export type GroupTab = (typeof GROUP_TABS)[number]['id'];

export interface TabContent {
  /** The kind of resource that the tab lists. */
  type: ResourceType;
  /** What these are, for tabs that a group can do without: they show once there is one. */
  about?: string;
}

export const TAB_CONTENT: Readonly<Record<GroupTab, TabContent>> = {
  overview: { type: 'Group' },
  children: { type: 'Group' },
  identities: { type: 'Identity' },
  access: { type: 'RoleBinding' },
  roles: { type: 'Role' },
  invites: { type: 'GroupInvite', about: 'Links that let somebody join with a role.' },
  keys: { type: 'IdentityKey', about: 'Secrets for programs that get no token elsewhere.' },
  advisories: { type: 'Advisory', about: 'The vulnerabilities in what you ship.' },
  repos: { type: 'Repo', about: 'Images of your registry, with their tags.' },
  activity: { type: 'AuditEvent' },
  subscriptions: { type: 'Subscription', about: 'What happens here, sent to an address.' },
  providers: { type: 'IdentityProvider', about: 'Let people sign in with the accounts they have.' },
  association: {
    type: 'AccountAssociation',
    about: 'Accounts at AWS, Google Cloud, Azure and GitHub.',
  },
};
