import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface Props {
  /** Fills the cache with the results of the children's first queries. */
  fill: (client: QueryClient) => Promise<unknown>;
  children: ReactNode;
}

/** The children have their data in the first paint: one round trip for the whole screen. */
export async function Prefetched({ fill, children }: Props) {
  const client = new QueryClient();
  await fill(client);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
