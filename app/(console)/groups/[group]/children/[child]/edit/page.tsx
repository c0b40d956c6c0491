import type { Metadata } from 'next';
import { EditGroup } from '#app/(console)/groups/[group]/edit-group.tsx';
import { groupPath, uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Edit group' };

interface Props {
  params: Promise<{ group: string; child: string }>;
}

export default async function EditListedGroupPage({ params }: Props) {
  const { group, child } = await params;
  return (
    <EditGroup
      uid={uidOfSegment(child)}
      closeHref={groupPath(uidOfSegment(group), 'children')}
      keepsSearch
    />
  );
}
