import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProviderPage } from '#app/(console)/groups/[group]/providers/[provider]/provider-page.tsx';
import { readVersioned } from '#app/(console)/read.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { type IdentityProvider, identityProviders } from '#lib/client/resources.ts';
import { config } from '#lib/config.ts';

interface Props {
  params: Promise<{ provider: string }>;
  children: ReactNode;
}

/** The page stays while its editor opens over it. */
export default async function ProviderLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).provider);
  const client = new QueryClient();
  const read = await readVersioned<IdentityProvider>(identityProviders.pathOf(uid));
  if (read) client.setQueryData(identityProviders.versioned(uid).queryKey, read);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ProviderPage key={uid} uid={uid} url={config().url} />
      {children}
    </HydrationBoundary>
  );
}
