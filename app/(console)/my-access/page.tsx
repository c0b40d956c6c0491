import type { QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MyAccessPage } from '#app/(console)/my-access/my-access-page.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { namesAboveQuery, ownAccessQuery } from '#lib/client/access/own-access.ts';
import { ownRequestsQuery } from '#lib/client/access/requests.ts';

export const metadata: Metadata = { title: 'My access' };

async function fill(client: QueryClient): Promise<void> {
  await Promise.all([
    prefetch(client, ownRequestsQuery()),
    client.prefetchInfiniteQuery(ownAccessQuery()),
  ]);
  const read = client.getQueryData(ownAccessQuery().queryKey);
  await prefetch(client, namesAboveQuery(read?.pages.flatMap((page) => page.roleBindings) ?? []));
}

export default function Page() {
  return (
    <Prefetched fill={fill}>
      <MyAccessPage />
    </Prefetched>
  );
}
