import type { Metadata } from 'next';
import { EventPage } from '#app/(console)/groups/[group]/activity/[event]/event-page.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { auditEvents } from '#lib/client/resources.ts';

export const metadata: Metadata = { title: 'Activity' };

export default async function Page({ params }: { params: Promise<{ event: string }> }) {
  const uid = uidOfSegment((await params).event);
  return (
    <Prefetched fill={(client) => prefetch(client, auditEvents.versioned(uid))}>
      <EventPage key={uid} uid={uid} />
    </Prefetched>
  );
}
