/** The tabs of a group, in order. `g` followed by `key` opens the tab. */
export const GROUP_TABS = [
  { id: 'overview', label: 'Overview', key: 'o' },
  { id: 'children', label: 'Children', key: 'c' },
  { id: 'identities', label: 'Identities', key: 'i' },
  { id: 'access', label: 'Access', key: 'a' },
  { id: 'roles', label: 'Roles', key: 'r' },
  { id: 'providers', label: 'Providers', key: 'd' },
  { id: 'invites', label: 'Invites', key: 'n' },
  { id: 'association', label: 'Association', key: 'l' },
  { id: 'repos', label: 'Repositories', key: 'p' },
  { id: 'advisories', label: 'Advisories', key: 'v' },
  { id: 'activity', label: 'Activity', key: 'y' },
] as const;

export type GroupTab = (typeof GROUP_TABS)[number]['id'];
