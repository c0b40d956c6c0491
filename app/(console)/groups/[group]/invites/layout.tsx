import type { ReactNode } from 'react';
import { InviteList } from '#app/(console)/groups/[group]/invites/invite-list.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays while a sheet opens over it. */
export default async function InvitesLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <>
      <InviteList key={uid} group={uid} />
      {children}
    </>
  );
}
