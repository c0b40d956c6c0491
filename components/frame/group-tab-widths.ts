import type { GroupArea, GroupTab } from '#lib/client/group-tabs.ts';

/* Widths in px, measured with our font in the weight of a current tab. */

export const AREA_WIDTHS: Readonly<Record<GroupArea, number>> = {
  overview: 76,
  access: 62,
  software: 75,
  activity: 64,
  setup: 54,
};

export const GROUP_TAB_WIDTHS: Readonly<Record<GroupTab, number>> = {
  overview: 77,
  children: 62,
  identities: 75,
  access: 103,
  roles: 51,
  invites: 58,
  keys: 46,
  advisories: 83,
  repos: 96,
  activity: 64,
  providers: 129,
  association: 117,
  subscriptions: 99,
};
