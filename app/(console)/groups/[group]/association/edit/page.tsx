import type { QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { EditAssociation } from '#app/(console)/groups/[group]/association/edit-association.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { associationOfQuery } from '#lib/client/resources/account-associations.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { accountAssociations } from '#lib/client/resources/resources.ts';

export const metadata: Metadata = { title: 'Edit account association' };

async function prefetchOwn(client: QueryClient, group: string): Promise<void> {
  const own = (await prefetch(client, associationOfQuery(group)))?.accountAssociations[0];
  if (own) await prefetch(client, accountAssociations.versioned(own.uid));
}

interface Props {
  params: Promise<{ group: string }>;
}

export default async function EditAssociationPage({ params }: Props) {
  const group = uidOfSegment((await params).group);
  return (
    <Prefetched fill={(client) => prefetchOwn(client, group)}>
      <EditAssociation group={group} />
    </Prefetched>
  );
}
