import type { GroupTab } from '#lib/client/group-tabs.ts';

/** How wide each tab of a group is in px, measured with our font in the weight of a current one. */
export const GROUP_TAB_WIDTHS: Readonly<Record<GroupTab, number>> = {
  overview: 76,
  children: 62,
  identities: 75,
  access: 62,
  advisories: 83,
  repos: 96,
  activity: 64,
  roles: 51,
  keys: 46,
  invites: 58,
  providers: 76,
  association: 90,
};
