import type { QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { placeOf, readAncestors, readGroup } from '#app/(console)/groups/[group]/_shared/titles.ts';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { GroupFrame } from '#components/frame/group-frame.tsx';
import { treePage } from '#lib/client/resources/tree-pages.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { groups, ancestorsQuery } from '#lib/client/resources/queries.ts';
import { groupCounts } from '#lib/client/resources/summary.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const place = await placeOf(uidOfSegment((await params).group));
  return { title: { template: `%s · ${place}`, absolute: place } };
}

/**
 * Prefetches the expanded levels of the tree for a full page load. Otherwise the browser would request
 * them level by level. On navigation the browser has them already.
 */
async function prefetchTree(client: QueryClient, expanded: readonly string[]): Promise<void> {
  if ((await headers()).get('sec-fetch-dest') !== 'document') return;
  await Promise.all(expanded.map((parent) => prefetch(client, treePage(parent, 0))));
}

async function prefetchGroup(client: QueryClient, uid: string): Promise<void> {
  const [group, ancestors] = await Promise.all([
    readGroup(uid),
    readAncestors(uid),
    prefetch(client, groupCounts(uid)),
  ]);
  if (!group) return;
  client.setQueryData(groups.versioned(uid).queryKey, group);
  if (ancestors) client.setQueryData(ancestorsQuery(uid).queryKey, ancestors);
  const above = ancestors?.groups.map((ancestor) => ancestor.uid) ?? [];
  // The tree opens the groups above the current one, and a top group itself.
  await prefetchTree(client, above.length === 0 ? [uid] : above);
}

export default async function GroupLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <Prefetched fill={(client) => prefetchGroup(client, uid)}>
      <GroupFrame group={uid}>{children}</GroupFrame>
    </Prefetched>
  );
}
