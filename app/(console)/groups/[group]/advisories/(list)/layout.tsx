import type { ReactNode } from 'react';
import { AdvisoryList } from '#app/(console)/groups/[group]/advisories/advisory-list.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays while a sheet opens over it. */
export default async function AdvisoriesLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <>
      <AdvisoryList key={uid} group={uid} />
      {children}
    </>
  );
}
