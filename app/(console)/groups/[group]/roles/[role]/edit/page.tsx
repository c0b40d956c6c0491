import type { Metadata } from 'next';
import { EditRole } from '#app/(console)/groups/[group]/roles/edit-role.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Edit role' };

export default async function EditRolePage({ params }: { params: Promise<{ role: string }> }) {
  const uid = uidOfSegment((await params).role);
  return <EditRole key={uid} uid={uid} />;
}
