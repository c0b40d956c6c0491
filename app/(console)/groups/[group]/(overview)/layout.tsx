import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { GroupOverview } from '#app/(console)/groups/[group]/(overview)/group-overview.tsx';
import { readApi } from '#app/(console)/read.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { groupSummary, type GroupSummary, summaryApiPath } from '#lib/client/summary.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

export default async function OverviewLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  const client = new QueryClient();
  const summary = await readApi<GroupSummary>(summaryApiPath(uid));
  if (summary) client.setQueryData(groupSummary(uid).queryKey, summary);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <GroupOverview key={uid} uid={uid} />
      {children}
    </HydrationBoundary>
  );
}
