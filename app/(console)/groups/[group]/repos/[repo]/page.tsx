import type { Metadata } from 'next';
import { RepoPage } from '#app/(console)/groups/[group]/repos/[repo]/repo-page.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Repository' };

export default async function Page({ params }: { params: Promise<{ repo: string }> }) {
  const uid = uidOfSegment((await params).repo);
  return <RepoPage key={uid} uid={uid} />;
}
