import type { ReactNode } from 'react';
import { ChildGroups } from '#app/(console)/groups/[group]/children/child-groups.tsx';
import { PrefetchedList } from '#app/(console)/groups/[group]/_shared/prefetched-list.tsx';
import { CHILD_LIST } from '#lib/client/lists/named-lists.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { groups } from '#lib/client/resources/queries.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays mounted while a sheet opens over it. */
export default async function ChildrenLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <PrefetchedList
      group={uid}
      offer={CHILD_LIST}
      list={groups.list}
      rowsOf={(page) => page.groups}
    >
      <ChildGroups key={uid} group={uid} />
      {children}
    </PrefetchedList>
  );
}
