import type { GroupTab } from '#lib/client/group-tabs.ts';
import { groupPath } from '#lib/client/paths.ts';

/** The last search of each list's address, by its path, since the page was loaded. */
const searches = new Map<string, string>();

export function keepSearch(path: string, search: string): void {
  searches.set(path, search);
}

/** The address of a list, with the scope, filters and page that it showed last. */
export function listAsLeft(group: string, tab: GroupTab): string {
  const path = groupPath(group, tab);
  const search = searches.get(path) ?? '';
  return search === '' ? path : `${path}?${search}`;
}
