import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { GroupOverview } from '#app/(console)/groups/[group]/(overview)/group-overview.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { subjectsQuery } from '#lib/client/activity/audit-subjects.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { groupSummary } from '#lib/client/resources/summary.ts';

async function prefetchSummary(client: QueryClient, uid: string): Promise<void> {
  const summary = await prefetch(client, groupSummary(uid));
  await prefetch(client, subjectsQuery(summary?.auditEvents ?? []));
}

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

export default async function OverviewLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <Prefetched fill={(client) => prefetchSummary(client, uid)}>
      <GroupOverview key={uid} uid={uid} />
      {children}
    </Prefetched>
  );
}
