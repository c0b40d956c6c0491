'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Key, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useKeyColumns } from '#app/(console)/groups/[group]/keys/key-columns.tsx';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { HeaderAction } from '#components/frame/header-action.tsx';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import { useListState } from '#components/resource-table/state/use-list-state.ts';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { later } from '#components/ui/later.tsx';
import { MenuItem } from '#components/ui/overlays/menu.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { KEY_LIST } from '#app/(console)/groups/[group]/keys/key-list-defaults.ts';
import { newPath } from '#lib/client/paths.ts';
import { type IdentityKey, identityKeys } from '#lib/client/resources/resources.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

const DeleteKey = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/keys/delete-key.tsx')).DeleteKey,
}));

const uidOf = ({ uid }: IdentityKey) => uid;
const nameOf = ({ name }: IdentityKey) => name;

/** The keys of the identities in a group, or in all groups below it. */
export function KeyList({ group }: { group: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const view = useListState(group, KEY_LIST, identityKeys.list);
  const result = useQuery({ ...identityKeys.list(view.query), placeholderData: keepPreviousData });
  const { data: caller } = useQuery(currentCaller());
  const [deleting, setDeleting] = useState<IdentityKey | null>(null);
  const rows = result.data?.identityKeys;
  const columns = useKeyColumns(group, view.state.scope, rows);

  const noDelete = (uid: string) =>
    missingReason(caller?.capabilities, uid, 'identity_keys.delete');
  const { search } = view;
  // The list under the sheet keeps its filters.
  const newHref = newPath(group, 'keys') + (search === '' ? '' : `?${search}`);
  const noNew = missingReason(caller?.capabilities, group, 'identity_keys.create');
  const newKey = (variant: 'primary' | 'secondary') => (
    <ActionLink href={newHref} icon={Key} variant={variant} disabledReason={noNew}>
      New key
    </ActionLink>
  );
  return (
    <>
      <HeaderAction>{newKey('primary')}</HeaderAction>
      <ResourceTable
        label="Keys"
        view={view}
        result={result}
        rows={rows}
        collection={identityKeys.collection}
        columns={columns}
        idOf={uidOf}
        nameOf={nameOf}
        {...(!noNew && { onNew: () => router.push(newHref) })}
        bulk={{
          noun: ['key', 'keys'],
          verb: 'Delete',
          done: 'deleted',
          impact: 'Programs that use these keys are refused from the next request on.',
          requestOf: ({ uid }) => identityKeys.removal(uid),
          missing: ({ uid }) => noDelete(uid),
          onDone: () => identityKeys.refresh(client),
        }}
        menuOf={(row) => (
          <MenuItem
            icon={Trash2}
            isDanger
            onAction={() => setDeleting(row)}
            disabledReason={noDelete(row.uid)}
          >
            Delete
          </MenuItem>
        )}
        empty={
          <EmptyState
            title="No keys yet"
            action={newKey('secondary')}
            reference={<LearnMore about="keys" />}
          >
            A key lets a program without its own token issuer act as an identity of this group. It
            expires after a year at the latest.
          </EmptyState>
        }
      />
      {deleting && <DeleteKey identityKey={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}
