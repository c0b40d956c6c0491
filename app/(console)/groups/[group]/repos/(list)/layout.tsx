import type { ReactNode } from 'react';
import { RepoList } from '#app/(console)/groups/[group]/repos/repo-list.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays while a sheet opens over it. */
export default async function ReposLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <>
      <RepoList key={uid} group={uid} />
      {children}
    </>
  );
}
