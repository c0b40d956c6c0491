import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { KeyList } from '#app/(console)/groups/[group]/keys/key-list.tsx';
import {
  type Listed,
  PrefetchedList,
  prefetchHolders,
} from '#app/(console)/groups/[group]/_shared/prefetched-list.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { KEY_LIST } from '#app/(console)/groups/[group]/keys/key-list-offer.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { namesQuery, rolesOfKeys } from '#lib/client/resources/names.ts';
import { type IdentityKey, identityKeys } from '#lib/client/resources/resources.ts';

async function prefetchBeside(client: QueryClient, listed: Listed<IdentityKey>) {
  await prefetchHolders(client, listed);
  await prefetch(client, namesQuery('roles', rolesOfKeys(listed.rows)));
}

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays mounted while a sheet opens over it. */
export default async function KeysLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <PrefetchedList
      group={uid}
      offer={KEY_LIST}
      list={identityKeys.list}
      rowsOf={(page) => page.identityKeys}
      then={prefetchBeside}
    >
      <KeyList key={uid} group={uid} />
      {children}
    </PrefetchedList>
  );
}
