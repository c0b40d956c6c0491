'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { GroupBreadcrumbs } from '#components/frame/group-breadcrumbs.tsx';
import { isGone } from '#components/frame/gone.ts';
import { HeaderActionProvider, HeaderActionSlot } from '#components/frame/header-action.tsx';
import { GROUP_TAB_WIDTHS } from '#components/frame/group-tab-widths.ts';
import { GROUP_TABS } from '#lib/client/group-tabs.ts';
import { keepOpened } from '#components/frame/preferences/opened-groups.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { later } from '#components/ui/later.tsx';
import { PageSkeleton } from '#components/ui/feedback/page-skeleton.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { FoldingTabs } from '#components/ui/page/folding-tabs.tsx';
import { groupPath } from '#lib/client/paths.ts';
import { ancestorsQuery, groupQuery } from '#lib/client/resources/queries.ts';
import { currentCaller, personOf } from '#lib/client/session/caller.ts';

const GroupProblem = later(() => import('#components/frame/group-problem.tsx'));

/** The header above every page of a group: breadcrumbs, name, uid and tabs. */
export function GroupFrame({ group: uid, children }: { group: string; children: ReactNode }) {
  const { tab } = useScope();
  const group = useQuery(groupQuery(uid));
  const ancestors = useQuery(ancestorsQuery(uid));
  const { data: caller } = useQuery(currentCaller());
  const person = personOf(caller);
  const isThere = group.data !== undefined;
  useEffect(() => {
    if (isThere) keepOpened(person, uid);
  }, [isThere, person, uid]);

  if (group.isError && (!group.data || isGone(group.error))) {
    return <GroupProblem uid={uid} error={group.error} onRetry={() => void group.refetch()} />;
  }
  return (
    <HeaderActionProvider>
      <StillThere key={tab} uid={uid} />
      <div className="group/page flex min-h-0 flex-1 flex-col">
        <header className="shrink-0 border-b border-line px-4 pt-2 sm:px-6">
          <div className="max-w-page">
            <GroupBreadcrumbs group={group.data} ancestors={ancestors.data?.groups} tab={tab} />
            <div className="flex min-h-10 flex-wrap items-start gap-x-4 gap-y-1 py-1">
              <div className="flex min-h-8 min-w-0 flex-[1_1_8rem] flex-wrap items-center gap-x-3 gap-y-1">
                <h1 className="min-w-0 text-xl font-semibold tracking-tight">
                  {group.data ? group.data.name : <Skeleton className="my-1 h-5 w-40" />}
                </h1>
                <CopyText value={uid} label="uid" />
              </div>
              <HeaderActionSlot />
            </div>
            <FoldingTabs
              label="Parts of this group"
              current={tab}
              tabs={GROUP_TABS.map(({ id, label }) => ({
                id,
                label,
                href: groupPath(uid, id),
                width: GROUP_TAB_WIDTHS[id],
              }))}
            />
          </div>
        </header>
        <div className="relative flex min-h-0 flex-1 flex-col">
          <div className="@container relative min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
            <div className="flex min-h-full w-full max-w-page flex-col">{children}</div>
          </div>
          <PageSkeleton />
        </div>
      </div>
    </HeaderActionProvider>
  );
}

/** Reads the group again at each change of tab, if it was read some time ago: somebody may have deleted it. */
function StillThere({ uid }: { uid: string }) {
  useQuery(groupQuery(uid));
  return null;
}
