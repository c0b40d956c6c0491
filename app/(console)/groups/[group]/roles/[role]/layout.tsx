import type { ReactNode } from 'react';
import { RolePage } from '#app/(console)/groups/[group]/roles/[role]/role-page.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { usesQuery } from '#lib/client/access/bindings.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { roles } from '#lib/client/resources/resources.ts';

interface Props {
  params: Promise<{ group: string; role: string }>;
  children: ReactNode;
}

/** The page stays mounted while its editor opens over it. */
export default async function RoleLayout({ params, children }: Props) {
  const { group, role } = await params;
  const uid = uidOfSegment(role);
  return (
    <Prefetched
      fill={async (client) => {
        await prefetch(client, roles.versioned(uid));
        await client.prefetchInfiniteQuery(usesQuery(uid));
      }}
    >
      <RolePage key={uid} group={uidOfSegment(group)} uid={uid} />
      {children}
    </Prefetched>
  );
}
