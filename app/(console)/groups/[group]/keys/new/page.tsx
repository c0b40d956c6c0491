import type { Metadata } from 'next';
import { NewKey } from '#app/(console)/groups/[group]/keys/new-key.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'New key' };

export default async function NewKeyPage({ params }: { params: Promise<{ group: string }> }) {
  return <NewKey group={uidOfSegment((await params).group)} />;
}
