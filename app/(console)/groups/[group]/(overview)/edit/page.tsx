import type { Metadata } from 'next';
import { EditGroup } from '#app/(console)/groups/[group]/group/edit-group.tsx';
import { groupPath, uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Edit group' };

export default async function EditGroupPage({ params }: { params: Promise<{ group: string }> }) {
  const uid = uidOfSegment((await params).group);
  return <EditGroup uid={uid} closeHref={groupPath(uid)} />;
}
