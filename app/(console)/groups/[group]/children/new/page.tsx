import type { Metadata } from 'next';
import { NewGroup } from '#app/(console)/groups/[group]/group/new-group.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'New group' };

export default async function NewGroupPage({ params }: { params: Promise<{ group: string }> }) {
  return <NewGroup parent={uidOfSegment((await params).group)} />;
}
