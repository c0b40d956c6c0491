import type { Metadata } from 'next';
import { NewBinding } from '#app/(console)/groups/[group]/access/new-binding.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'New binding' };

export default async function NewBindingPage({ params }: { params: Promise<{ group: string }> }) {
  return <NewBinding group={uidOfSegment((await params).group)} />;
}
