'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { GroupBreadcrumbs, GroupName, useWay } from '#components/frame/group-breadcrumbs.tsx';
import { isGone } from '#components/frame/gone.ts';
import { HeaderActionProvider, HeaderActionSlot } from '#components/frame/header-action.tsx';
import { GroupNav } from '#components/frame/group-nav.tsx';
import { keepOpened } from '#components/frame/preferences/opened-groups.ts';
import { GROUP_HOLDS_MS } from '#components/frame/query-client.ts';
import { useLostGroup } from '#components/frame/use-lost-group.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { later } from '#components/ui/later.tsx';
import { SheetNotice } from '#components/ui/overlays/sheet.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { PageSkeleton } from '#components/ui/feedback/page-skeleton.tsx';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { ancestorsQuery, groupQuery, groups } from '#lib/client/resources/queries.ts';
import { currentCaller, personOf } from '#lib/client/session/caller.ts';

const GroupProblem = later(() => import('#components/frame/group-problem.tsx'));
const LostNotice = later(() => import('#components/frame/lost-notice.tsx'));

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

  useStillThere(uid, tab);
  const lost = useLostGroup();
  const problem = group.isError && (!group.data || isGone(group.error)) && (
    <GroupProblem uid={uid} error={group.error} lost={lost} onRetry={() => void group.refetch()} />
  );
  if (problem && !lost) return problem;
  return (
    <HeaderActionProvider>
      <div className="group/page flex min-h-0 flex-1 flex-col">
        {problem || (
          <header className="group/header shrink-0 border-b border-line px-4 pt-2 sm:px-6">
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
        )}
        {/* What was typed into an open sheet stays, although the page below it is gone. */}
        <div
          className={cx(
            'relative flex min-h-0 flex-1 flex-col',
            lost && 'invisible max-h-0 overflow-hidden [&_dialog]:visible',
          )}
        >
          <div className="@container relative min-h-0 flex-1 overflow-y-auto print:overflow-visible px-4 py-4 sm:px-6">
            <div className="flex min-h-full w-full max-w-page flex-col">
              <SheetNotice value={lost && <LostNotice lost={lost} />}>{children}</SheetNotice>
            </div>
          </div>
          <PageSkeleton />
        </div>
      </div>
    </HeaderActionProvider>
  );
}

/** Reads the group again at each change of tab, unless that was just done: somebody may have deleted it. */
function useStillThere(uid: string, tab: GroupTab | null): void {
  const client = useQueryClient();
  const shown = useRef(tab);
  useEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    void client.prefetchQuery({ ...groups.versioned(uid), staleTime: GROUP_HOLDS_MS });
  }, [client, uid, tab]);
}
