import type { ReactNode } from 'react';
import { RoleList } from '#app/(console)/groups/[group]/roles/role-list.tsx';
import { PrefetchedList } from '#app/(console)/groups/[group]/_shared/prefetched-list.tsx';
import { roleList } from '#lib/client/lists/access-lists.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { roles } from '#lib/client/resources/resources.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays mounted while a sheet opens over it. */
export default async function RolesLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <PrefetchedList
      group={uid}
      offer={roleList(uid)}
      list={roles.list}
      rowsOf={(page) => page.roles}
    >
      <RoleList key={uid} group={uid} />
      {children}
    </PrefetchedList>
  );
}
