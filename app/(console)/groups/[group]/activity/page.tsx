import type { QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { ActivityList } from '#app/(console)/groups/[group]/activity/activity-list.tsx';
import {
  type Listed,
  PrefetchedList,
  prefetchHolders,
} from '#app/(console)/groups/[group]/_shared/prefetched-list.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { deletedGroupsQuery } from '#lib/client/activity/deleted-groups.ts';
import { recordNamesQuery } from '#lib/client/activity/audit-subjects.ts';
import { v1CallersQuery } from '#lib/client/activity/v1-callers.ts';
import { ACTIVITY_LIST } from '#app/(console)/groups/[group]/activity/activity-list-offer.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { type AuditEvent, auditEvents } from '#lib/client/resources/resources.ts';

/** The names of the groups, of the callers, and of the resources of denied attempts; who calls v1. */
const prefetchBeside = (client: QueryClient, group: string, listed: Listed<AuditEvent>) =>
  Promise.all([
    prefetchHolders(client, listed).then((isAnyUnseen) =>
      prefetch(client, deletedGroupsQuery(group, isAnyUnseen)),
    ),
    prefetch(client, recordNamesQuery(listed.rows)),
    prefetch(client, v1CallersQuery(group)),
  ]);

export const metadata: Metadata = { title: 'Activity' };

export default async function ActivityPage({ params }: { params: Promise<{ group: string }> }) {
  const uid = uidOfSegment((await params).group);
  return (
    <PrefetchedList
      group={uid}
      offer={ACTIVITY_LIST}
      list={auditEvents.list}
      rowsOf={(page) => page.auditEvents}
      then={(client, listed) => prefetchBeside(client, uid, listed)}
    >
      <ActivityList key={uid} group={uid} />
    </PrefetchedList>
  );
}
