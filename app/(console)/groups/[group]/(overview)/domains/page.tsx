import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { DomainsSheet } from '#app/(console)/groups/[group]/(overview)/domains/domains-sheet.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { domainsPath, parentUid, rootOf, uidOfSegment } from '#lib/client/paths.ts';
import { domainsQuery } from '#lib/client/resources/domains.ts';

export const metadata: Metadata = { title: 'Domains' };

export default async function DomainsPage({ params }: { params: Promise<{ group: string }> }) {
  const uid = uidOfSegment((await params).group);
  // Domains belong to the organization, so the page is that of the root group.
  if (parentUid(uid) !== null) redirect(domainsPath(rootOf(uid)));
  return (
    <Prefetched fill={(client) => prefetch(client, domainsQuery(uid))}>
      <DomainsSheet root={uid} />
    </Prefetched>
  );
}
