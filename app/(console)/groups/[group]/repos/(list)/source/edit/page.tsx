import type { Metadata } from 'next';
import { EditSource } from '#app/(console)/groups/[group]/repos/edit-source.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Edit registry source' };

interface Props {
  params: Promise<{ group: string }>;
}

export default async function EditSourcePage({ params }: Props) {
  return <EditSource group={uidOfSegment((await params).group)} />;
}
