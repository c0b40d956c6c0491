import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { EditGroup } from '#app/(console)/groups/[group]/edit-group.tsx';
import { readVersioned } from '#app/(console)/read.ts';
import { groupApiPath, groupPath, uidOfSegment } from '#lib/client/paths.ts';
import { type Group, versionedGroupQuery } from '#lib/client/queries.ts';

export const metadata: Metadata = { title: 'Edit group' };

interface Props {
  params: Promise<{ group: string; child: string }>;
}

/** The group is read here, so that the sheet opens with it rather than with a wait. */
export default async function EditListedGroupPage({ params }: Props) {
  const { group, child } = await params;
  const uid = uidOfSegment(child);
  const client = new QueryClient();
  const read = await readVersioned<Group>(groupApiPath(uid));
  if (read) client.setQueryData(versionedGroupQuery(uid).queryKey, read);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <EditGroup uid={uid} closeHref={groupPath(uidOfSegment(group), 'children')} keepsSearch />
    </HydrationBoundary>
  );
}
