import type { Metadata } from 'next';
import { RepoList } from '#app/(console)/groups/[group]/repos/repo-list.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Repositories' };

export default async function ReposPage({ params }: { params: Promise<{ group: string }> }) {
  const uid = uidOfSegment((await params).group);
  return <RepoList key={uid} group={uid} />;
}
