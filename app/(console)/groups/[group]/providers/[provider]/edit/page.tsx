import type { Metadata } from 'next';
import { EditProvider } from '#app/(console)/groups/[group]/providers/edit-provider.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { config } from '#lib/config.ts';

export const metadata: Metadata = { title: 'Edit identity provider' };

export default async function EditProviderPage({
  params,
}: {
  params: Promise<{ provider: string }>;
}) {
  const uid = uidOfSegment((await params).provider);
  return <EditProvider key={uid} uid={uid} url={config().url} />;
}
