import type { Metadata } from 'next';
import { EditAssociation } from '#app/(console)/groups/[group]/association/edit-association.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Edit account association' };

interface Props {
  params: Promise<{ group: string }>;
}

export default async function EditAssociationPage({ params }: Props) {
  return <EditAssociation group={uidOfSegment((await params).group)} />;
}
