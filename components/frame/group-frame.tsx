'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { GroupBreadcrumbs, GroupName, useWay } from '#components/frame/group-breadcrumbs.tsx';
import { isGone } from '#components/frame/gone.ts';
import { HeaderActionProvider, HeaderActionSlot } from '#components/frame/header-action.tsx';
import { GroupNav } from '#components/frame/group-nav.tsx';
import { keepOpened } from '#components/frame/preferences/opened-groups.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { later } from '#components/ui/later.tsx';
import { PageSkeleton } from '#components/ui/feedback/page-skeleton.tsx';
import { ancestorsQuery, groupQuery } from '#lib/client/resources/queries.ts';
import { currentCaller, personOf } from '#lib/client/session/caller.ts';

const GroupProblem = later(() => import('#components/frame/group-problem.tsx'));

/** The header above every page of a group: breadcrumbs, name and uid, areas and their tabs. */
export function GroupFrame({ group: uid, children }: { group: string; children: ReactNode }) {
  const { tab, isThing } = useScope();
  const group = useQuery(groupQuery(uid));
  const ancestors = useQuery(ancestorsQuery(uid));
  const way = useWay(group.data, ancestors.data?.groups);
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
            <GroupBreadcrumbs way={way} tab={tab} isThing={isThing} />
            {/* On the page of a thing its name is the title, and the breadcrumbs lead to the group. */}
            {!isThing && (
              <div className="flex min-h-10 flex-wrap items-start gap-x-4 gap-y-1 py-1 max-md:pt-0">
                <GroupName uid={uid} name={group.data?.name} way={way} />
                <HeaderActionSlot />
              </div>
            )}
            <GroupNav group={uid} tab={tab} />
          </div>
        </header>
        <div className="relative flex min-h-0 flex-1 flex-col">
          <div className="@container relative min-h-0 flex-1 overflow-y-auto print:overflow-visible px-4 py-4 sm:px-6">
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
