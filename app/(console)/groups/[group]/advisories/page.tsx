import type { Metadata } from 'next';
import { AdvisoryList } from '#app/(console)/groups/[group]/advisories/advisory-list.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Advisories' };

export default async function AdvisoriesPage({ params }: { params: Promise<{ group: string }> }) {
  const uid = uidOfSegment((await params).group);
  return <AdvisoryList key={uid} group={uid} />;
}
