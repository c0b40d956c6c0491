import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { cache, type ReactNode } from 'react';
import { readApi, readVersioned } from '#app/(console)/read.ts';
import { GroupFrame } from '#components/frame/group-frame.tsx';
import { treePage } from '#components/group-tree/pages.ts';
import { groupApiPath, uidOfSegment } from '#lib/client/paths.ts';
import {
  ancestorsQuery,
  type Group,
  type GroupList,
  GROUPS_COLLECTION,
  type ListQuery,
  searchOf,
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

/**
 * What the tree shows open down to the group, when the whole document is asked for: else the
 * browser would ask level by level. From one page to the next it has them already.
 */
async function prefetchTree(client: QueryClient, expanded: readonly string[]): Promise<void> {
  if ((await headers()).get('sec-fetch-dest') !== 'document') return;
  for (const parent of expanded) {
    const { queryKey } = treePage(parent, 0);
    const search = searchOf(queryKey[2] as ListQuery);
    const list = await readApi<GroupList>(`${GROUPS_COLLECTION}?${search}`);
    if (list) client.setQueryData(queryKey, list);
  }
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
    const above = ancestors?.groups.map((ancestor) => ancestor.uid) ?? [];
    // The tree opens what is above the group, and a topmost group itself.
    await prefetchTree(client, above.length === 0 ? [uid] : above);
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <GroupFrame group={uid}>{children}</GroupFrame>
    </HydrationBoundary>
  );
}
