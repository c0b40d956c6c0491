import type { Metadata } from 'next';
import { SourcePanel } from '#app/(console)/groups/[group]/repos/source-panel.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { config } from '#lib/config.ts';

export const metadata: Metadata = { title: 'Registry source' };

interface Props {
  params: Promise<{ group: string }>;
}

export default async function SourcePage({ params }: Props) {
  return <SourcePanel group={uidOfSegment((await params).group)} url={config().url} />;
}
