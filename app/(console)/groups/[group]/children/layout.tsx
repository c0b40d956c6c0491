import type { ReactNode } from 'react';
import { ChildGroups } from '#app/(console)/groups/[group]/children/child-groups.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays while a sheet opens over it. */
export default async function ChildrenLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <>
      <ChildGroups key={uid} group={uid} />
      {children}
    </>
  );
}
