import { GROUP_TABS, type GroupTab } from '#lib/client/group-tabs.ts';
import { uidOfSegment } from '#lib/client/paths.ts';

export interface Scope {
  /** The uid of the group in the address; null outside a group. */
  group: string | null;
  tab: GroupTab | null;
}

/** Group and tab of an address: `/groups/[group]/[tab]/…`. */
export function scopeOf(pathname: string): Scope {
  const [, collection, segment, tab] = pathname.split('/');
  if (collection !== 'groups' || !segment) return { group: null, tab: null };
  const known = GROUP_TABS.find(({ id }) => id === tab);
  return { group: uidOfSegment(segment), tab: known?.id ?? 'overview' };
}
