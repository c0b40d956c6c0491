import type { QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { EditSource } from '#app/(console)/groups/[group]/repos/edit-source.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { sourceOfQuery } from '#lib/client/resources/registry-sources.ts';
import { registrySources } from '#lib/client/resources/resources.ts';

export const metadata: Metadata = { title: 'Edit registry source' };

async function prefetchOwn(client: QueryClient, group: string): Promise<void> {
  const own = (await prefetch(client, sourceOfQuery(group)))?.registrySources[0];
  if (own) await prefetch(client, registrySources.versioned(own.uid));
}

interface Props {
  params: Promise<{ group: string }>;
}

export default async function EditSourcePage({ params }: Props) {
  const group = uidOfSegment((await params).group);
  return (
    <Prefetched fill={(client) => prefetchOwn(client, group)}>
      <EditSource group={group} />
    </Prefetched>
  );
}
