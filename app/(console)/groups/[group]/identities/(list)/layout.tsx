import type { ReactNode } from 'react';
import { IdentityList } from '#app/(console)/groups/[group]/identities/identity-list.tsx';
import { PrefetchedList } from '#app/(console)/groups/[group]/_shared/prefetched-list.tsx';
import { IDENTITY_LIST } from '#app/(console)/groups/[group]/identities/identity-list-offer.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { identities } from '#lib/client/resources/resources.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays mounted while a sheet opens over it. */
export default async function IdentitiesLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <PrefetchedList
      group={uid}
      offer={IDENTITY_LIST}
      list={identities.list}
      rowsOf={(page) => page.identities}
    >
      <IdentityList key={uid} group={uid} />
      {children}
    </PrefetchedList>
  );
}
