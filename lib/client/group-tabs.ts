/**
 * The tabs of a group, the frequent ones first: those that do not fit are behind "More". `g`
 * followed by `key` opens the tab.
 */
export const GROUP_TABS = [
  { id: 'overview', label: 'Overview', key: 'o' },
  { id: 'children', label: 'Groups', key: 'c' },
  { id: 'identities', label: 'Identities', key: 'i' },
  { id: 'access', label: 'Access', key: 'a' },
  { id: 'advisories', label: 'Advisories', key: 'v' },
  { id: 'repos', label: 'Repositories', key: 'p' },
  { id: 'activity', label: 'Activity', key: 'y' },
  { id: 'roles', label: 'Roles', key: 'r' },
  { id: 'invites', label: 'Invites', key: 'n' },
  { id: 'keys', label: 'Keys', key: 'k' },
  { id: 'providers', label: 'Providers', key: 'd' },
  { id: 'association', label: 'Association', key: 'l' },
] as const;

export type GroupTab = (typeof GROUP_TABS)[number]['id'];
