import type { Metadata } from 'next';
import { ImportAdvisories } from '#app/(console)/groups/[group]/advisories/import-advisories.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Import advisories' };

interface Props {
  params: Promise<{ group: string }>;
}

export default async function ImportAdvisoriesPage({ params }: Props) {
  return <ImportAdvisories group={uidOfSegment((await params).group)} />;
}
