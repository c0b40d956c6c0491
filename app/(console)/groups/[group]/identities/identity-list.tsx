'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, UserPlus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { EditAndDelete } from '#app/(console)/groups/[group]/_shared/edit-and-delete.tsx';
import { ConnectLink } from '#app/(console)/groups/[group]/access/connect/connect-link.tsx';
import { useIdentityColumns } from '#app/(console)/groups/[group]/identities/identity-columns.tsx';
import {
  AmongIdentities,
  useBlockBulk,
} from '#app/(console)/groups/[group]/identities/use-block-bulk.ts';
import { useGrantBulk } from '#app/(console)/groups/[group]/identities/use-grant-bulk.tsx';
import { later } from '#components/ui/later.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { BARE_ON_PHONES } from '#components/ui/buttons/button-style.ts';
import { HeaderAction } from '#components/frame/header-action.tsx';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import { useListState } from '#components/resource-table/state/use-list-state.ts';
import { MenuItem } from '#components/ui/overlays/menu.tsx';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import type { Capability } from '#lib/resources/capabilities.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { IDENTITY_LIST } from '#app/(console)/groups/[group]/identities/identity-list-offer.ts';
import { blockedPath, editPath, newPath, resourcePath } from '#lib/client/paths.ts';
import { identities, type Identity, roleBindings } from '#lib/client/resources/resources.ts';

const DeleteIdentity = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/identities/delete-identity.tsx'))
    .DeleteIdentity,
}));

const BlockIdentity = later(
  () => import('#app/(console)/groups/[group]/identities/block-identity.tsx'),
);

const uidOf = ({ uid }: Identity) => uid;
const nameOf = ({ name }: Identity) => name;

/** The identities of a group, or of all groups below it. */
export function IdentityList({ group }: { group: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const view = useListState(group, IDENTITY_LIST, identities.list);
  const result = useQuery({ ...identities.list(view.query), placeholderData: keepPreviousData });
  const { data: caller } = useQuery(currentCaller());
  const [deleting, setDeleting] = useState<Identity | null>(null);
  const [blocking, setBlocking] = useState<Identity | null>(null);
  const rows = result.data?.identities;
  const areBlocked = view.state.filters['blocked']?.join() === 'true';
  const columns = useIdentityColumns(group, { scope: view.state.scope, rows, areBlocked });

  const grantBulk = useGrantBulk(caller, group);
  const blockBulk = useBlockBulk(caller);
  const missing = (uid: string, capability: Capability) =>
    missingReason(caller?.capabilities, uid, capability);
  const isSelf = ({ uid }: Identity) => caller?.identities.some((own) => own.uid === uid) ?? false;
  const { search } = view;
  // The list under the sheet keeps its filters.
  const newHref = newPath(group, 'identities') + (search === '' ? '' : `?${search}`);
  const noNew = missing(group, 'identity.create');
  const newIdentity = (variant: 'primary' | 'secondary') => (
    <ActionLink href={newHref} icon={UserPlus} variant={variant} disabledReason={noNew}>
      New identity
    </ActionLink>
  );
  return (
    <>
      <HeaderAction>
        <ActionLink
          href={blockedPath(group)}
          icon={Ban}
          disabledReason={false}
          className={BARE_ON_PHONES}
        >
          Blocked
        </ActionLink>
        <ConnectLink group={group} />
        {newIdentity('primary')}
      </HeaderAction>
      <ResourceTable
        label="Identities"
        view={view}
        result={result}
        rows={rows}
        collection={identities.collection}
        columns={columns}
        idOf={uidOf}
        nameOf={nameOf}
        hrefOf={({ uid }) => resourcePath('identities', uid, group)}
        onEdit={(uid) => {
          if (!missing(uid, 'identity.update')) router.push(editPath('identities', uid, group));
        }}
        {...(!noNew && { onNew: () => router.push(newHref) })}
        bulk={{
          noun: ['identity', 'identities'],
          verb: 'Delete',
          done: 'deleted',
          impact:
            'Permanently deletes these identities and their role bindings. People who sign in as one of them lose access immediately.',
          requestOf: ({ uid }) => identities.removal(uid),
          Guard: AmongIdentities,
          missing: ({ uid }) => missing(uid, 'identity.delete'),
          onDone: () => {
            identities.refresh(client);
            roleBindings.refresh(client);
          },
        }}
        otherBulk={[grantBulk, blockBulk]}
        menuOf={(row) => (
          <>
            <MenuItem
              icon={Ban}
              onAction={() => setBlocking(row)}
              disabledReason={missing(row.uid, 'identity.update') || (isSelf(row) && 'This is you')}
            >
              {row.blockedTime === undefined ? 'Block…' : 'Unblock…'}
            </MenuItem>
            <EditAndDelete
              editHref={editPath('identities', row.uid, group)}
              noEdit={missing(row.uid, 'identity.update')}
              onDelete={() => setDeleting(row)}
              noDelete={missing(row.uid, 'identity.delete')}
            />
          </>
        )}
        empty={
          <EmptyState
            title="No identities yet"
            action={newIdentity('secondary')}
            reference={<LearnMore about="identities" />}
          >
            An identity represents a person, a pipeline or a service. Its tokens are recognized by
            issuer and subject, and role bindings give it access.
          </EmptyState>
        }
      />
      {blocking && <BlockIdentity identity={blocking} onClose={() => setBlocking(null)} />}
      {deleting && <DeleteIdentity identity={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}
