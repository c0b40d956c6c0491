'use client';

import { Key } from 'lucide-react';
import {
  ResourceList,
  useResourceList,
} from '#app/(console)/groups/[group]/_shared/resource-list.tsx';
import { useKeyColumns } from '#app/(console)/groups/[group]/keys/key-columns.tsx';
import { KEY_LIST } from '#app/(console)/groups/[group]/keys/key-list-offer.ts';
import { later } from '#components/ui/later.tsx';
import { identityKeys } from '#lib/client/resources/resources.ts';

const DeleteKey = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/keys/delete-key.tsx')).DeleteKey,
}));

/** The keys of the identities in a group, or in all groups below it. */
export function KeyList({ group }: { group: string }) {
  const list = useResourceList('IdentityKey', identityKeys, KEY_LIST, group);
  const columns = useKeyColumns(group, list.view.state.scope, list.rows);
  return (
    <ResourceList
      list={list}
      tab="keys"
      columns={columns}
      icon={Key}
      newLabel="New key"
      impact="Programs that use these keys are refused from the next request on."
      Delete={DeleteKey}
      empty={{
        title: 'No keys yet',
        topic: 'keys',
        text: 'A key lets a program without its own token issuer act as an identity of this group. It expires after a year at the latest.',
      }}
    />
  );
}
