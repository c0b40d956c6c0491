import type { Metadata } from 'next';
import { EditAssociation } from '#app/(console)/groups/[group]/association/edit-association.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { accountAssociations } from '#lib/client/resources/resources.ts';

export const metadata: Metadata = { title: 'Edit account association' };

interface Props {
  params: Promise<{ group: string }>;
}

export default async function EditAssociationPage({ params }: Props) {
  const group = uidOfSegment((await params).group);
  return (
    <Prefetched fill={(client) => prefetch(client, accountAssociations.versionedOwn(group))}>
      <EditAssociation group={group} />
    </Prefetched>
  );
}
