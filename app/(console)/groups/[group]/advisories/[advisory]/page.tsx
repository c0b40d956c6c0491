import type { Metadata } from 'next';
import { AdvisoryPage } from '#app/(console)/groups/[group]/advisories/[advisory]/advisory-page.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Advisory' };

export default async function Page({ params }: { params: Promise<{ advisory: string }> }) {
  const uid = uidOfSegment((await params).advisory);
  return <AdvisoryPage key={uid} uid={uid} />;
}
