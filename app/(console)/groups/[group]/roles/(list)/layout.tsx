import type { ReactNode } from 'react';
import { RoleList } from '#app/(console)/groups/[group]/roles/role-list.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays while a sheet opens over it. */
export default async function RolesLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <>
      <RoleList key={uid} group={uid} />
      {children}
    </>
  );
}
