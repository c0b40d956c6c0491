import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { cache, type ReactNode } from 'react';
import { readApi, readVersioned } from '#app/(console)/read.ts';
import { GroupFrame } from '#components/frame/group-frame.tsx';
import { groupApiPath, uidOfSegment } from '#lib/client/paths.ts';
import {
  ancestorsQuery,
  type Group,
  type GroupList,
  versionedGroupQuery,
} from '#lib/client/queries.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

const readGroup = cache((uid: string) => readVersioned<Group>(groupApiPath(uid)));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const group = await readGroup(uidOfSegment((await params).group));
  const name = `${group?.body.name ?? 'Group'} · Grove`;
  return { title: { template: `%s · ${name}`, default: name } };
}

export default async function GroupLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  const client = new QueryClient();
  const group = await readGroup(uid);
  if (group) {
    client.setQueryData(versionedGroupQuery(uid).queryKey, group);
    const query = new URLSearchParams({ 'uidp.ancestors_of': uid, page_size: '200' });
    const ancestors = await readApi<GroupList>(`/iam/v2beta1/groups?${query}`);
    if (ancestors) client.setQueryData(ancestorsQuery(uid).queryKey, ancestors);
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <GroupFrame group={uid}>{children}</GroupFrame>
    </HydrationBoundary>
  );
}
