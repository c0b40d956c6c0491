import type { ReactNode } from 'react';
import { GroupOverview } from '#app/(console)/groups/[group]/(overview)/group-overview.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { groupSummary } from '#lib/client/summary.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

export default async function OverviewLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <Prefetched fill={(client) => prefetch(client, groupSummary(uid))}>
      <GroupOverview key={uid} uid={uid} />
      {children}
    </Prefetched>
  );
}
