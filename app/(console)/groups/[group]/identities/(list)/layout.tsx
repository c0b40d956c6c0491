import type { ReactNode } from 'react';
import { IdentityList } from '#app/(console)/groups/[group]/identities/identity-list.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays while a sheet opens over it. */
export default async function IdentitiesLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <>
      <IdentityList key={uid} group={uid} />
      {children}
    </>
  );
}
