import type { QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { V1CallersPage } from '#app/(console)/groups/[group]/activity/v1/v1-callers-page.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { callerNamesQuery, v1CallersQuery } from '#lib/client/activity/v1-callers.ts';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Programs on API v1' };

async function prefetchCallers(client: QueryClient, group: string): Promise<void> {
  const answer = await prefetch(client, v1CallersQuery(group));
  if (answer) await prefetch(client, callerNamesQuery(answer.callers));
}

export default async function Page({ params }: { params: Promise<{ group: string }> }) {
  const uid = uidOfSegment((await params).group);
  return (
    <Prefetched fill={(client) => prefetchCallers(client, uid)}>
      <V1CallersPage group={uid} />
    </Prefetched>
  );
}
