'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/shared/action-link.tsx';
import { EditAndDelete } from '#app/(console)/groups/[group]/shared/edit-and-delete.tsx';
import { useProviderColumns } from '#app/(console)/groups/[group]/providers/provider-columns.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { HeaderAction } from '#components/frame/header-action.tsx';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import { FilterText } from '#components/resource-table/filter-text.tsx';
import { useListState } from '#components/resource-table/use-list-state.ts';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import type { Capability } from '#lib/resources/capabilities.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { writeListState } from '#lib/client/lists/list-state.ts';
import { PROVIDER_LIST } from '#lib/client/lists/lists.ts';
import { editPath, newPath, resourcePath } from '#lib/client/paths.ts';
import { type IdentityProvider, identityProviders } from '#lib/client/resources/resources.ts';

const DeleteProvider = lazy(async () => ({
  default: (await import('#app/(console)/groups/[group]/providers/delete-provider.tsx'))
    .DeleteProvider,
}));

const uidOf = ({ uid }: IdentityProvider) => uid;
const nameOf = ({ name }: IdentityProvider) => name;

/** The identity providers of a group, or of all groups below it. */
export function ProviderList({ group }: { group: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const view = useListState(group, PROVIDER_LIST, identityProviders.list);
  const result = useQuery({
    ...identityProviders.list(view.query),
    placeholderData: keepPreviousData,
  });
  const { data: caller } = useQuery(currentCaller());
  const [deleting, setDeleting] = useState<IdentityProvider | null>(null);
  const rows = result.data?.identityProviders;
  const columns = useProviderColumns(group, view.state.scope, rows);

  const missing = (uid: string, capability: Capability) =>
    missingReason(caller?.capabilities, uid, capability);
  const search = String(writeListState(view.state, PROVIDER_LIST));
  // The list under the sheet keeps showing what it shows.
  const newHref = newPath(group, 'providers') + (search === '' ? '' : `?${search}`);
  const noNew = missing(group, 'identity_providers.create');
  const newProvider = (variant: 'primary' | 'secondary') => (
    <ActionLink href={newHref} icon={KeyRound} variant={variant} disabledReason={noNew}>
      New provider
    </ActionLink>
  );
  return (
    <>
      <HeaderAction>{newProvider('primary')}</HeaderAction>
      <ResourceTable
        label="Identity providers"
        view={view}
        result={result}
        rows={rows}
        collection={identityProviders.collection}
        columns={columns}
        idOf={uidOf}
        nameOf={nameOf}
        hrefOf={({ uid }) => resourcePath('providers', uid)}
        filters={<FilterText view={view} param="query" label="Name" />}
        onEdit={(uid) => {
          if (!missing(uid, 'identity_providers.update')) router.push(editPath('providers', uid));
        }}
        {...(!noNew && { onNew: () => router.push(newHref) })}
        bulk={{
          noun: ['identity provider', 'identity providers'],
          verb: 'Delete',
          done: 'deleted',
          impact:
            'Nobody can sign in through these providers any more. The identities that came through them stay.',
          run: ({ uid }) => identityProviders.remove(uid),
          missing: ({ uid }) => missing(uid, 'identity_providers.delete'),
          onDone: () => identityProviders.refresh(client),
        }}
        menuOf={(row) => (
          <EditAndDelete
            editHref={editPath('providers', row.uid)}
            noEdit={missing(row.uid, 'identity_providers.update')}
            onDelete={() => setDeleting(row)}
            noDelete={missing(row.uid, 'identity_providers.delete')}
          />
        )}
        empty={
          <EmptyState title="No identity providers in here yet" action={newProvider('secondary')}>
            People of an organization sign in through its own OpenID provider: each gets an identity
            in this group, and a role on it where you choose one.
          </EmptyState>
        }
      />
      {deleting && (
        <Suspense fallback={null}>
          <DeleteProvider provider={deleting} onClose={() => setDeleting(null)} />
        </Suspense>
      )}
    </>
  );
}
