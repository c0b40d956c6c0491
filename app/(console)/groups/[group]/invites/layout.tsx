import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readCaller } from '#app/(console)/caller.ts';
import { InviteList } from '#app/(console)/groups/[group]/invites/invite-list.tsx';
import { acceptancesQuery } from '#app/(console)/groups/[group]/invites/invite-state.ts';
import {
  type Listed,
  PrefetchedList,
  prefetchHolders,
} from '#app/(console)/groups/[group]/_shared/prefetched-list.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { isGranted } from '#lib/client/access/capabilities.ts';
import { INVITE_LIST } from '#app/(console)/groups/[group]/invites/invite-list-offer.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { type GroupInvite, groupInvites } from '#lib/client/resources/resources.ts';

async function prefetchBeside(client: QueryClient, group: string, listed: Listed<GroupInvite>) {
  await prefetchHolders(client, listed);
  const grants = (await readCaller())?.capabilities ?? {};
  if (listed.rows.length === 0 || !isGranted(grants, group, 'audit.list')) return;
  await prefetch(client, acceptancesQuery(group, listed.scope, listed.rows));
}

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays mounted while a sheet opens over it. */
export default async function InvitesLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <PrefetchedList
      group={uid}
      offer={INVITE_LIST}
      list={groupInvites.list}
      rowsOf={(page) => page.groupInvites}
      then={(client, listed) => prefetchBeside(client, uid, listed)}
    >
      <InviteList key={uid} group={uid} />
      {children}
    </PrefetchedList>
  );
}
