import type { Metadata } from 'next';
import { ActivityList } from '#app/(console)/groups/[group]/activity/activity-list.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Activity' };

export default async function ActivityPage({ params }: { params: Promise<{ group: string }> }) {
  const uid = uidOfSegment((await params).group);
  return <ActivityList key={uid} group={uid} />;
}
