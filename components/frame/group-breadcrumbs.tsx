'use client';

import { ChevronDown, ListTree } from 'lucide-react';
import { useDrawer } from '#components/frame/rail/drawer.ts';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { useMarks } from '#components/resource/use-marks.ts';
import { Breadcrumbs } from '#components/ui/page/breadcrumbs.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { groupPath } from '#lib/client/paths.ts';
import { markedName } from '#lib/client/session/organizations.ts';
import type { Group } from '#lib/client/resources/queries.ts';

interface Crumb extends Pick<Group, 'uid'> {
  label: string;
}

/** The group and those above it, the topmost first; undefined until they have loaded. */
export type Way = readonly Crumb[] | undefined;

export function useWay(group: Group | undefined, above: readonly Group[] | undefined): Way {
  const marks = useMarks();
  return (
    group &&
    above &&
    [...above]
      .sort((a, b) => a.uid.length - b.uid.length)
      .concat(group)
      .map((one) => ({ uid: one.uid, label: markedName(one, marks) }))
  );
}

const pathOf = (way: Way = []) => way.map(({ label }) => label).join(' / ');

const treeLabel = (way: Way) => `Open the group tree, now at ${pathOf(way) || 'a group'}`;

export interface GroupBreadcrumbsProps {
  way: Way;
  tab: GroupTab | null;
  /** Whether the page is that of a resource in the group, so that the group is on the way. */
  isThing: boolean;
}

/** The path to the group: links on wide screens; above a resource on a phone, one button that opens the tree. */
export function GroupBreadcrumbs({ way, tab, isThing }: GroupBreadcrumbsProps) {
  const drawer = useDrawer();
  const last = way?.at(-1)?.uid;
  // The heading below says the same.
  if (!isThing && way?.length === 1) return null;
  return (
    <div className={cx('flex h-8 items-center pointer-coarse:h-10', !isThing && 'max-md:hidden')}>
      {isThing && (
        <button
          type="button"
          aria-label={treeLabel(way)}
          onClick={drawer.open}
          className="-ml-1.5 flex h-8 min-w-0 items-center gap-2 rounded px-1.5 text-sm text-ink-2 hover:bg-paper-3 md:hidden pointer-coarse:h-10"
        >
          <ListTree aria-hidden size={16} className="shrink-0" />
          <span className="truncate">{pathOf(way) || 'Group'}</span>
          <ChevronDown aria-hidden size={16} className="shrink-0" />
        </button>
      )}
      <div className="-ml-1 hidden min-w-0 md:block">
        {way ? (
          <Breadcrumbs
            items={way.map(({ uid, label }) => ({
              id: uid,
              label,
              ...((isThing || uid !== last) && { href: groupPath(uid, tab ?? 'overview') }),
            }))}
          />
        ) : (
          <Skeleton className="ml-1 h-3 w-48" />
        )}
      </div>
    </div>
  );
}

/** The name of the group. On a phone the path is above it, and both together are the button that opens the tree. */
export function GroupName({ uid, name, way }: { uid: string; name: string | undefined; way: Way }) {
  const drawer = useDrawer();
  return (
    <div className="flex min-h-8 min-w-0 flex-[1_1_8rem] flex-wrap items-center gap-x-3 gap-y-1">
      <div className="relative min-w-0">
        <p aria-hidden className="flex items-center gap-1 text-xs text-ink-2 md:hidden">
          <span className="truncate">{pathOf(way?.slice(0, -1)) || 'Groups'}</span>
          <ChevronDown size={14} className="shrink-0" />
        </p>
        <h1 className="min-w-0 text-xl font-semibold tracking-tight max-md:leading-6">
          {name ?? <Skeleton className="my-1 h-5 w-40" />}
        </h1>
        <button
          type="button"
          aria-label={treeLabel(way)}
          onClick={drawer.open}
          className="absolute -inset-x-1.5 inset-y-0 rounded hover:bg-ink/5 md:hidden"
        />
      </div>
      <CopyText value={uid} label="uid" />
    </div>
  );
}
