import type { Metadata } from 'next';
import { NewRole } from '#app/(console)/groups/[group]/roles/new-role.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'New role' };

export default async function NewRolePage({ params }: { params: Promise<{ group: string }> }) {
  return <NewRole group={uidOfSegment((await params).group)} />;
}
