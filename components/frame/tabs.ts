/** The tabs of a group, each with the letter that follows `g`. */
export const GROUP_TABS = [
  { id: 'overview', label: 'Overview', key: 'o' },
  { id: 'children', label: 'Children', key: 'c' },
] as const;

export type GroupTab = (typeof GROUP_TABS)[number]['id'];
