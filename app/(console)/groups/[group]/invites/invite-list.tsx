'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, Link2, MailPlus, Send } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { useInviteColumns } from '#app/(console)/groups/[group]/invites/invite-columns.tsx';
import { inviteName } from '#app/(console)/groups/[group]/invites/invite-state.ts';
import { later } from '#components/ui/later.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { HeaderAction } from '#components/frame/header-action.tsx';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import { useListState } from '#components/resource-table/state/use-list-state.ts';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { MenuItem } from '#components/ui/overlays/menu.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { INVITE_LIST } from '#app/(console)/groups/[group]/invites/invite-list-offer.ts';
import { newPath } from '#lib/client/paths.ts';
import { type GroupInvite, groupInvites } from '#lib/client/resources/resources.ts';

const RevokeInvite = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/invites/revoke-invite.tsx')).RevokeInvite,
}));

const uidOf = ({ uid }: GroupInvite) => uid;

/** The invites of a group, or of all groups below it. */
export function InviteList({ group }: { group: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const view = useListState(group, INVITE_LIST, groupInvites.list);
  const result = useQuery({ ...groupInvites.list(view.query), placeholderData: keepPreviousData });
  const { data: caller } = useQuery(currentCaller());
  const [revoking, setRevoking] = useState<GroupInvite | null>(null);
  const rows = result.data?.groupInvites;
  const columns = useInviteColumns(group, view.state.scope, rows);

  const noRevoke = (uid: string) =>
    missingReason(caller?.capabilities, uid, 'group_invites.delete');
  const { search } = view;
  // The list under the sheet keeps its filters.
  const newHref = newPath(group, 'invites') + (search === '' ? '' : `?${search}`);
  const noNew = missingReason(caller?.capabilities, group, 'group_invites.create');
  const newInvite = (variant: 'primary' | 'secondary') => (
    <ActionLink href={newHref} icon={MailPlus} variant={variant} disabledReason={noNew}>
      New invite
    </ActionLink>
  );
  return (
    <>
      <HeaderAction>{newInvite('primary')}</HeaderAction>
      <ResourceTable
        label="Invites"
        view={view}
        result={result}
        rows={rows}
        collection={groupInvites.collection}
        columns={columns}
        idOf={uidOf}
        nameOf={inviteName}
        {...(!noNew && { onNew: () => router.push(newHref) })}
        bulk={{
          noun: ['invite', 'invites'],
          verb: 'Revoke',
          done: 'revoked',
          impact:
            'The links of these invites stop working immediately. People who have joined keep their access.',
          requestOf: ({ uid }) => groupInvites.removal(uid),
          missing: ({ uid }) => noRevoke(uid),
          onDone: () => groupInvites.refresh(client),
        }}
        menuOf={(row) => (
          <>
            <MenuItem
              icon={row.email === undefined ? Link2 : Send}
              href={`${newPath(group, 'invites')}?${new URLSearchParams({ again: row.uid })}`}
              disabledReason={noNew || noRevoke(row.uid)}
            >
              {row.email === undefined ? 'New link' : 'Send again'}
            </MenuItem>
            <MenuItem
              icon={Ban}
              isDanger
              onAction={() => setRevoking(row)}
              disabledReason={noRevoke(row.uid)}
            >
              Revoke
            </MenuItem>
          </>
        )}
        empty={
          <EmptyState
            title="No invites yet"
            action={newInvite('secondary')}
            reference={<LearnMore about="invites" />}
          >
            An invite is a link that gives a person a role on this group. It works until it expires.
          </EmptyState>
        }
      />
      {revoking && <RevokeInvite invite={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}
