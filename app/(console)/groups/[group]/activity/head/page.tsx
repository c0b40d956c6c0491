import type { Metadata } from 'next';
import { AuditHeadPage } from '#app/(console)/groups/[group]/activity/head/audit-head-page.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { auditHeadQuery } from '#lib/client/activity/audit-head.ts';
import { rootOf, uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Verify the record' };

export default async function Page({ params }: { params: Promise<{ group: string }> }) {
  const uid = uidOfSegment((await params).group);
  return (
    <Prefetched fill={(client) => prefetch(client, auditHeadQuery(rootOf(uid)))}>
      <AuditHeadPage group={uid} />
    </Prefetched>
  );
}
