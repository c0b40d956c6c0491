import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RolePage } from '#app/(console)/groups/[group]/roles/[role]/role-page.tsx';
import { readVersioned } from '#app/(console)/read.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { roles, type Role } from '#lib/client/resources.ts';

interface Props {
  params: Promise<{ group: string; role: string }>;
  children: ReactNode;
}

/** The page stays while its editor opens over it. */
export default async function RoleLayout({ params, children }: Props) {
  const { group, role } = await params;
  const uid = uidOfSegment(role);
  const client = new QueryClient();
  const read = await readVersioned<Role>(roles.pathOf(uid));
  if (read) client.setQueryData(roles.versioned(uid).queryKey, read);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RolePage key={uid} group={uidOfSegment(group)} uid={uid} />
      {children}
    </HydrationBoundary>
  );
}
