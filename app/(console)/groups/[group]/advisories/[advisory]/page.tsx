import type { Metadata } from 'next';
import { AdvisoryPage } from '#app/(console)/groups/[group]/advisories/[advisory]/advisory-page.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { advisories } from '#lib/client/resources/resources.ts';

export const metadata: Metadata = { title: 'Advisory' };

export default async function Page({ params }: { params: Promise<{ advisory: string }> }) {
  const uid = uidOfSegment((await params).advisory);
  return (
    <Prefetched fill={(client) => prefetch(client, advisories.versioned(uid))}>
      <AdvisoryPage key={uid} uid={uid} />
    </Prefetched>
  );
}
