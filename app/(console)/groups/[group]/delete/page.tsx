import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { GuidedDelete } from '#app/(console)/groups/[group]/delete/guided-delete.tsx';
import { readApi } from '#app/(console)/read.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { groupSummary, type GroupSummary, summaryApiPath } from '#lib/client/summary.ts';

export const metadata: Metadata = { title: 'Delete' };

export default async function DeletePage({ params }: { params: Promise<{ group: string }> }) {
  const uid = uidOfSegment((await params).group);
  const client = new QueryClient();
  const summary = await readApi<GroupSummary>(summaryApiPath(uid));
  if (summary) client.setQueryData(groupSummary(uid).queryKey, summary);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <GuidedDelete key={uid} uid={uid} />
    </HydrationBoundary>
  );
}
