import type { Metadata } from 'next';
import { NewAssociation } from '#app/(console)/groups/[group]/association/new-association.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Associate accounts' };

interface Props {
  params: Promise<{ group: string }>;
}

export default async function NewAssociationPage({ params }: Props) {
  return <NewAssociation group={uidOfSegment((await params).group)} />;
}
