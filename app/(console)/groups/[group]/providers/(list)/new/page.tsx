import type { Metadata } from 'next';
import { NewProvider } from '#app/(console)/groups/[group]/providers/new-provider.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { config } from '#lib/config.ts';

export const metadata: Metadata = { title: 'New identity provider' };

export default async function NewProviderPage({ params }: { params: Promise<{ group: string }> }) {
  return <NewProvider group={uidOfSegment((await params).group)} url={config().url} />;
}
