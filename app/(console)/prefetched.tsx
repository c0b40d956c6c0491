import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface Props {
  /** Fills the cache with what the children ask for at once. */
  fill: (client: QueryClient) => Promise<unknown>;
  children: ReactNode;
}

/** What is in here has its answers when it is first painted: one round trip for the whole screen. */
export async function Prefetched({ fill, children }: Props) {
  const client = new QueryClient();
  await fill(client);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
