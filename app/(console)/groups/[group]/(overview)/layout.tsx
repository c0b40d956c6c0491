import type { ReactNode } from 'react';
import { GroupOverview } from '#app/(console)/groups/[group]/(overview)/group-overview.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

export default async function OverviewLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <>
      <GroupOverview key={uid} uid={uid} />
      {children}
    </>
  );
}
