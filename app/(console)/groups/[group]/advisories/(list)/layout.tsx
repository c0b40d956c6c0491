import type { ReactNode } from 'react';
import { AdvisoryList } from '#app/(console)/groups/[group]/advisories/advisory-list.tsx';
import { PrefetchedList } from '#app/(console)/groups/[group]/_shared/prefetched-list.tsx';
import { ADVISORY_LIST } from '#app/(console)/groups/[group]/advisories/advisory-list-offer.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { advisories } from '#lib/client/resources/resources.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays mounted while a sheet opens over it. */
export default async function AdvisoriesLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <PrefetchedList
      group={uid}
      offer={ADVISORY_LIST}
      list={advisories.list}
      rowsOf={(page) => page.advisories}
    >
      <AdvisoryList key={uid} group={uid} />
      {children}
    </PrefetchedList>
  );
}
