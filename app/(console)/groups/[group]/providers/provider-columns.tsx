'use client';

import { useMemo } from 'react';
import { useHolderColumn } from '#app/(console)/groups/[group]/_shared/holder-column.tsx';
import { useNames } from '#app/(console)/groups/[group]/_shared/use-names.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import type { ListScope } from '#lib/client/lists/list-state.ts';
import { defaultRolesOf, namesQuery } from '#lib/client/resources/names.ts';
import type { IdentityProvider } from '#lib/client/resources/resources.ts';

const NAME: ResourceColumn<IdentityProvider> = {
  id: 'name',
  header: 'Name',
  order: 'name',
  width: '22%',
  cell: ({ name }) => name,
};

const OIDC: readonly ResourceColumn<IdentityProvider>[] = [
  {
    id: 'issuer',
    header: 'Issuer',
    isFact: true,
    cell: ({ oidc }) => (
      <span title={oidc.issuer} className="truncate font-mono text-sm text-ink-2">
        {oidc.issuer.replace(/^https:\/\//, '')}
      </span>
    ),
  },
  {
    id: 'client',
    header: 'Client id',
    width: '16%',
    cell: ({ oidc }) => (
      <span title={oidc.clientId} className="truncate font-mono text-sm text-ink-2">
        {oidc.clientId}
      </span>
    ),
  },
];

const UPDATED: ResourceColumn<IdentityProvider> = {
  id: 'updated',
  header: 'Updated',
  order: 'updated_at',
  width: 112,
  cell: ({ updateTime }) => <RelativeTime value={updateTime} />,
};

/** The columns of a list of identity providers. Below the group, one column names the group. */
export function useProviderColumns(
  group: string,
  scope: ListScope,
  rows: readonly IdentityProvider[] | undefined,
): readonly ResourceColumn<IdentityProvider>[] {
  const holder = useHolderColumn<IdentityProvider>({ group, scope, rows, tab: 'providers' });
  const names = useNames(namesQuery('roles', defaultRolesOf(rows ?? [])));
  return useMemo(() => {
    const role: ResourceColumn<IdentityProvider> = {
      id: 'role',
      header: 'Default role',
      width: 144,
      isFact: true,
      cell: ({ defaultRole }) => {
        if (defaultRole === undefined) return <span className="text-ink-3">None</span>;
        if (names === undefined) return <Skeleton className="h-3 w-16" />;
        return names.get(defaultRole) ?? <span className="text-ink-3">A role you cannot see</span>;
      },
    };
    return [NAME, ...(holder ? [holder] : []), ...OIDC, role, UPDATED];
  }, [holder, names]);
}
