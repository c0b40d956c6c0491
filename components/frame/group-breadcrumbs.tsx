'use client';

import { ChevronDown, ListTree } from 'lucide-react';
import { useDrawer } from '#components/frame/rail/drawer.ts';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { useMarks } from '#components/resource/use-marks.ts';
import { Breadcrumbs } from '#components/ui/page/breadcrumbs.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { groupPath } from '#lib/client/paths.ts';
import { markedName } from '#lib/client/session/organizations.ts';
import type { Group } from '#lib/client/resources/queries.ts';

export interface GroupBreadcrumbsProps {
  group: Group | undefined;
  ancestors: readonly Group[] | undefined;
  tab: GroupTab | null;
  /** Whether the page is that of a resource in the group, so that the group is on the way. */
  isThing: boolean;
}

/** The path to the group: links on wide screens, one button that opens the tree on a phone. */
export function GroupBreadcrumbs({ group, ancestors, tab, isThing }: GroupBreadcrumbsProps) {
  const drawer = useDrawer();
  const isLoaded = group && ancestors;
  const way = isLoaded
    ? [...ancestors].sort((a, b) => a.uid.length - b.uid.length).concat(group)
    : [];
  const marks = useMarks();
  const names = way.map((one) => markedName(one, marks)).join(' / ');
  return (
    <div className="flex h-8 items-center pointer-coarse:h-10">
      <button
        type="button"
        aria-label={`Open the group tree, now at ${names || 'a group'}`}
        onClick={drawer.open}
        className="-ml-1.5 flex h-8 min-w-0 items-center gap-2 rounded px-1.5 text-sm text-ink-2 hover:bg-paper-3 md:hidden pointer-coarse:h-10"
      >
        <ListTree aria-hidden size={16} className="shrink-0" />
        <span className="truncate">{names || 'Group'}</span>
        <ChevronDown aria-hidden size={16} className="shrink-0" />
      </button>
      <div className="-ml-1 hidden min-w-0 md:block">
        {isLoaded ? (
          <Breadcrumbs
            items={way.map((one) => ({
              id: one.uid,
              label: markedName(one, marks),
              ...((isThing || one.uid !== group.uid) && {
                href: groupPath(one.uid, tab ?? 'overview'),
              }),
            }))}
          />
        ) : (
          <Skeleton className="ml-1 h-3 w-48" />
        )}
      </div>
    </div>
  );
}
