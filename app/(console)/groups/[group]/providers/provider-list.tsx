'use client';

import { KeyRound } from 'lucide-react';
import {
  ResourceList,
  useResourceList,
} from '#app/(console)/groups/[group]/_shared/resource-list.tsx';
import { useProviderColumns } from '#app/(console)/groups/[group]/providers/provider-columns.tsx';
import { later } from '#components/ui/later.tsx';
import { PROVIDER_LIST } from '#lib/client/lists/named-lists.ts';
import { identityProviders } from '#lib/client/resources/resources.ts';

const DeleteProvider = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/providers/delete-provider.tsx'))
    .DeleteProvider,
}));

/** The identity providers of a group, or of all groups below it. */
export function ProviderList({ group }: { group: string }) {
  const list = useResourceList('IdentityProvider', identityProviders, PROVIDER_LIST, group);
  const columns = useProviderColumns(group, list.view.state.scope, list.rows);
  return (
    <ResourceList
      list={list}
      tab="providers"
      hasPages
      columns={columns}
      icon={KeyRound}
      newLabel="New provider"
      impact="Nobody can sign in through these providers any more. Their identities are kept."
      Delete={DeleteProvider}
      empty={{
        title: 'No identity providers yet',
        topic: 'providers',
        text: 'People sign in through the OpenID provider of their organization. Each gets an identity in this group, and a role if you choose one.',
      }}
    />
  );
}
