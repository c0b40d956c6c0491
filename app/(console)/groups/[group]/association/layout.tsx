import type { ReactNode } from 'react';
import { AssociationView } from '#app/(console)/groups/[group]/association/association-view.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The page stays while a sheet opens over it. */
export default async function AssociationLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <>
      <AssociationView key={uid} group={uid} />
      {children}
    </>
  );
}
