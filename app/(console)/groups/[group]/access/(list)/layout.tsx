import type { ReactNode } from 'react';
import { BindingList } from '#app/(console)/groups/[group]/access/binding-list.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays while a sheet opens over it. */
export default async function AccessLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <>
      <BindingList key={uid} group={uid} />
      {children}
    </>
  );
}
