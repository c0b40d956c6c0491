import type { Metadata } from 'next';
import { EditBinding } from '#app/(console)/groups/[group]/access/edit-binding.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Edit binding' };

export default async function EditBindingPage({
  params,
}: {
  params: Promise<{ binding: string }>;
}) {
  const uid = uidOfSegment((await params).binding);
  return <EditBinding key={uid} uid={uid} />;
}
