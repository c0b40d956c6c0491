import type { ReactNode } from 'react';
import { ProviderPage } from '#app/(console)/groups/[group]/providers/[provider]/provider-page.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { identityProviders } from '#lib/client/resources/resources.ts';
import { config } from '#lib/config.ts';

interface Props {
  params: Promise<{ provider: string }>;
  children: ReactNode;
}

/** The page stays mounted while its editor opens over it. */
export default async function ProviderLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).provider);
  return (
    <Prefetched fill={(client) => prefetch(client, identityProviders.versioned(uid))}>
      <ProviderPage key={uid} uid={uid} url={config().url} />
      {children}
    </Prefetched>
  );
}
