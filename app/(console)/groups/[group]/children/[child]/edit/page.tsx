import type { Metadata } from 'next';
import { EditGroup } from '#app/(console)/groups/[group]/group/edit-group.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { groupPath, uidOfSegment } from '#lib/client/paths.ts';
import { groups } from '#lib/client/resources/queries.ts';

export const metadata: Metadata = { title: 'Edit group' };

interface Props {
  params: Promise<{ group: string; child: string }>;
}

/** Reads the group on the server, so that the sheet opens without a wait. */
export default async function EditListedGroupPage({ params }: Props) {
  const { group, child } = await params;
  const uid = uidOfSegment(child);
  return (
    <Prefetched fill={(client) => prefetch(client, groups.versioned(uid))}>
      <EditGroup uid={uid} closeHref={groupPath(uidOfSegment(group), 'children')} keepsSearch />
    </Prefetched>
  );
}
