import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IdentityPage } from '#app/(console)/groups/[group]/identities/[identity]/identity-page.tsx';
import { readVersioned } from '#app/(console)/read.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { identities, type Identity } from '#lib/client/resources.ts';

interface Props {
  params: Promise<{ identity: string }>;
  children: ReactNode;
}

/** The page stays while its editor opens over it. */
export default async function IdentityLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).identity);
  const client = new QueryClient();
  const read = await readVersioned<Identity>(identities.pathOf(uid));
  if (read) client.setQueryData(identities.versioned(uid).queryKey, read);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <IdentityPage key={uid} uid={uid} />
      {children}
    </HydrationBoundary>
  );
}
