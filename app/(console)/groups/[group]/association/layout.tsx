import type { ReactNode } from 'react';
import { AssociationView } from '#app/(console)/groups/[group]/association/association-view.tsx';
import { PrefetchedList } from '#app/(console)/groups/[group]/_shared/prefetched-list.tsx';
import { associationsQuery } from '#lib/client/resources/account-associations.ts';
import { ASSOCIATION_LIST } from '#lib/client/lists/named-lists.ts';
import { uidOfSegment } from '#lib/client/paths.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The page stays while a sheet opens over it. */
export default async function AssociationLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <PrefetchedList
      group={uid}
      offer={ASSOCIATION_LIST}
      list={associationsQuery}
      rowsOf={(page) => page.accountAssociations}
    >
      <AssociationView key={uid} group={uid} />
      {children}
    </PrefetchedList>
  );
}
