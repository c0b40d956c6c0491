import type { Metadata } from 'next';
import { EditSource } from '#app/(console)/groups/[group]/repos/edit-source.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { registrySources } from '#lib/client/resources/resources.ts';

export const metadata: Metadata = { title: 'Edit registry source' };

interface Props {
  params: Promise<{ group: string }>;
}

export default async function EditSourcePage({ params }: Props) {
  const group = uidOfSegment((await params).group);
  return (
    <Prefetched fill={(client) => prefetch(client, registrySources.versionedOwn(group))}>
      <EditSource group={group} />
    </Prefetched>
  );
}
