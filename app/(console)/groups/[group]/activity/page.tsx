import type { Metadata } from 'next';
import { ActivityList } from '#app/(console)/groups/[group]/activity/activity-list.tsx';
import { PrefetchedList } from '#app/(console)/groups/[group]/prefetched-list.tsx';
import { ACTIVITY_LIST } from '#lib/client/lists.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { auditEvents } from '#lib/client/resources.ts';

export const metadata: Metadata = { title: 'Activity' };

export default async function ActivityPage({ params }: { params: Promise<{ group: string }> }) {
  const uid = uidOfSegment((await params).group);
  return (
    <PrefetchedList
      group={uid}
      defaults={ACTIVITY_LIST}
      list={auditEvents.list}
      rowsOf={(page) => page.auditEvents}
    >
      <ActivityList key={uid} group={uid} />
    </PrefetchedList>
  );
}
