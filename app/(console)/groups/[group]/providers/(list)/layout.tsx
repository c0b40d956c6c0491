import type { ReactNode } from 'react';
import { ProviderList } from '#app/(console)/groups/[group]/providers/provider-list.tsx';
import {
  PrefetchedList,
  prefetchHolders,
} from '#app/(console)/groups/[group]/_shared/prefetched-list.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { PROVIDER_LIST } from '#lib/client/lists/named-lists.ts';
import { defaultRolesOf, namesQuery } from '#lib/client/resources/names.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { identityProviders } from '#lib/client/resources/resources.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays mounted while a sheet opens over it. */
export default async function ProvidersLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <PrefetchedList
      group={uid}
      offer={PROVIDER_LIST}
      list={identityProviders.list}
      rowsOf={(page) => page.identityProviders}
      then={async (client, listed) => {
        await prefetchHolders(client, listed);
        await prefetch(client, namesQuery('roles', defaultRolesOf(listed.rows)));
      }}
    >
      <ProviderList key={uid} group={uid} />
      {children}
    </PrefetchedList>
  );
}
