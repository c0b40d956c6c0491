'use client';

import { useMemo } from 'react';
import { SECRET_COLUMNS } from '#app/(console)/groups/[group]/_shared/secret-columns.tsx';
import { useHolderColumn } from '#app/(console)/groups/[group]/_shared/holder-column.tsx';
import { InviteBadge } from '#app/(console)/groups/[group]/invites/invite-badge.tsx';
import { useAcceptances } from '#app/(console)/groups/[group]/invites/use-acceptances.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import type { ListScope } from '#lib/client/lists/list-state.ts';
import type { GroupInvite } from '#lib/client/resources/resources.ts';

const ROLE: ResourceColumn<GroupInvite> = {
  id: 'role',
  header: 'Role',
  width: '18%',
  cell: ({ role }) => role.name,
};

const EMAIL: ResourceColumn<GroupInvite> = {
  id: 'email',
  header: 'For',
  isFact: true,
  cell: ({ email }) =>
    email === undefined ? (
      <span className="text-ink-2">Anyone with the link</span>
    ) : (
      <span title={email} className="truncate">
        {email}
      </span>
    ),
};

/** The columns of a list of invites. Below the group, one column names the group. */
export function useInviteColumns(
  group: string,
  scope: ListScope,
  rows: readonly GroupInvite[] | undefined,
): readonly ResourceColumn<GroupInvite>[] {
  const holder = useHolderColumn<GroupInvite>({ group, scope, rows, tab: 'invites' });
  const accepted = useAcceptances(group, scope, rows);
  return useMemo(() => {
    const state: readonly ResourceColumn<GroupInvite>[] = [
      {
        id: 'state',
        header: 'State',
        width: 128,
        isFact: true,
        cell: (invite) => <InviteBadge invite={invite} accepted={accepted} />,
      },
      {
        id: 'uses',
        header: 'Uses',
        width: 144,
        cell: ({ uid, singleUse }) => {
          if (singleUse) return 'Single use';
          const count = accepted?.get(uid) ?? 0;
          return count === 0 ? 'Any number' : `Any number, ${count} so far`;
        },
      },
    ];
    return [ROLE, ...(holder ? [holder] : []), EMAIL, ...state, ...SECRET_COLUMNS];
  }, [holder, accepted]);
}
