import type { Metadata } from 'next';
import { EventPage } from '#app/(console)/groups/[group]/activity/[event]/event-page.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Activity' };

export default async function Page({ params }: { params: Promise<{ event: string }> }) {
  const uid = uidOfSegment((await params).event);
  return <EventPage key={uid} uid={uid} />;
}
