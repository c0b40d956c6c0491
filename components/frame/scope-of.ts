import { GROUP_TABS, type GroupTab } from '#lib/client/group-tabs.ts';
import { uidOfSegment } from '#lib/client/paths.ts';

export interface Scope {
  /** The uid of the group in the address; null outside a group. */
  group: string | null;
  tab: GroupTab | null;
  /** Whether the page is that of one resource in the group. */
  isThing: boolean;
}

/** A uid in an address. The editor of a child group is over the list. */
const THING = /^[0-9a-f]{40}(?:\.|$)/;

/** Group and tab of an address: `/groups/[group]/[tab]/[thing]`. */
export function scopeOf(pathname: string): Scope {
  const [, collection, segment, tab, thing = ''] = pathname.split('/');
  if (collection !== 'groups' || !segment) {
    return { group: null, tab: null, isThing: false };
  }
  const known = GROUP_TABS.find(({ id }) => id === tab);
  const isThing = known !== undefined && known.id !== 'children' && THING.test(thing);
  return { group: uidOfSegment(segment), tab: known?.id ?? 'overview', isThing };
}
