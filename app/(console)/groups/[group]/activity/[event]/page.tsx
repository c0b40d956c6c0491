import type { QueryClient } from '@tanstack/react-query';
import { titledBy } from '#app/(console)/groups/[group]/_shared/titles.ts';
import { activityText } from '#app/(console)/groups/[group]/activity/activity-words.ts';
import { EventPage } from '#app/(console)/groups/[group]/activity/[event]/event-page.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { deletedGroupsQuery } from '#lib/client/activity/deleted-groups.ts';
import { recordNamesQuery } from '#lib/client/activity/audit-subjects.ts';
import { parentUid, uidOfSegment } from '#lib/client/paths.ts';
import { namesQuery } from '#lib/client/resources/names.ts';
import { auditEvents } from '#lib/client/resources/resources.ts';

async function prefetchEvent(client: QueryClient, uid: string): Promise<void> {
  const holder = parentUid(uid) ?? '';
  const [read, names] = await Promise.all([
    prefetch(client, auditEvents.versioned(uid)),
    prefetch(client, namesQuery('groups', [holder])),
  ]);
  await Promise.all([
    read && prefetch(client, recordNamesQuery([read.body])),
    prefetch(client, deletedGroupsQuery(holder, names?.has(holder) === false)),
  ]);
}

export const generateMetadata = titledBy(auditEvents, 'event', 'Activity', activityText);

export default async function Page({ params }: { params: Promise<{ event: string }> }) {
  const uid = uidOfSegment((await params).event);
  return (
    <Prefetched fill={(client) => prefetchEvent(client, uid)}>
      <EventPage key={uid} uid={uid} />
    </Prefetched>
  );
}
