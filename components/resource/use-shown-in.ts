'use client';

import { useScope } from '#components/frame/use-scope.ts';
import { listAsLeft } from '#components/resource-table/state/last-searches.ts';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { editPath, parentUid, resourcePath } from '#lib/client/paths.ts';

export interface ShownIn {
  /** The selected group, which may be above or below the one that holds the resource. */
  group: string;
  /** The address of the list, in its last state. */
  list: string;
  page: string;
  edit: string;
}

/** The paths of a resource's page and its list, in the selected group. */
export function useShownIn(tab: GroupTab, uid: string): ShownIn {
  const group = useScope().group ?? parentUid(uid) ?? '';
  return {
    group,
    list: listAsLeft(group, tab),
    page: resourcePath(tab, uid, group),
    edit: editPath(tab, uid, group),
  };
}
