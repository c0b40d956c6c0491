import type { Metadata } from 'next';
import { GuidedDelete } from '#app/(console)/groups/[group]/delete/guided-delete.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { rootLeaves, treePage } from '#lib/client/resources/tree-pages.ts';
import { ownersQuery } from '#lib/client/access/bindings.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { groupSummary } from '#lib/client/resources/summary.ts';

export const metadata: Metadata = { title: 'Delete' };

export default async function DeletePage({ params }: { params: Promise<{ group: string }> }) {
  const uid = uidOfSegment((await params).group);
  return (
    <Prefetched
      fill={async (client) => {
        await Promise.all([
          prefetch(client, groupSummary(uid)),
          prefetch(client, ownersQuery(uid)),
          prefetch(client, rootLeaves([{ uid }])),
          prefetch(client, treePage(uid, 0)),
        ]);
      }}
    >
      <GuidedDelete key={uid} uid={uid} />
    </Prefetched>
  );
}
