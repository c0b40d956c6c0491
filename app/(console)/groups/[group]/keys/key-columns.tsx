'use client';

import { useMemo } from 'react';
import { KeyBadge } from '#app/(console)/groups/[group]/keys/key-badge.tsx';
import { SECRET_COLUMNS } from '#app/(console)/groups/[group]/_shared/secret-columns.tsx';
import { useHolderColumn } from '#app/(console)/groups/[group]/_shared/holder-column.tsx';
import { useNames } from '#app/(console)/groups/[group]/_shared/use-names.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { ListScope } from '#lib/client/lists/list-state.ts';
import { resourcePath } from '#lib/client/paths.ts';
import { namesQuery, rolesOfKeys } from '#lib/client/resources/names.ts';
import type { IdentityKey } from '#lib/client/resources/resources.ts';

const NAME: ResourceColumn<IdentityKey> = {
  id: 'name',
  header: 'Name',
  order: 'name',
  width: '18%',
  cell: ({ name }) => name,
};

const IDENTITY: ResourceColumn<IdentityKey> = {
  id: 'identity',
  header: 'Acts as',
  isFact: true,
  cell: ({ identity }) => (
    <Link href={resourcePath('identities', identity.uid)} className="truncate">
      {identity.name}
    </Link>
  ),
};

const USE: readonly ResourceColumn<IdentityKey>[] = [
  {
    id: 'networks',
    header: 'Networks',
    width: '14%',
    cell: ({ allowedNetworks }) =>
      allowedNetworks.length === 0 ? (
        <span className="text-ink-2">Any</span>
      ) : (
        <span title={allowedNetworks.join(', ')} className="truncate font-mono text-sm">
          {allowedNetworks.join(', ')}
        </span>
      ),
  },
  {
    id: 'used',
    header: 'Last used',
    width: 112,
    isFact: true,
    cell: ({ lastUsedTime, lastUsedNetwork }) =>
      lastUsedTime === undefined ? (
        <span className="text-ink-2">Never used</span>
      ) : (
        <span title={lastUsedNetwork && `from ${lastUsedNetwork}`}>
          <RelativeTime value={lastUsedTime} />
        </span>
      ),
  },
];

const STATE: ResourceColumn<IdentityKey> = {
  id: 'state',
  header: 'State',
  width: 112,
  isFact: true,
  cell: (key) => <KeyBadge identityKey={key} />,
};

/** The columns of a list of keys. Below the group, one column names the group. */
export function useKeyColumns(
  group: string,
  scope: ListScope,
  rows: readonly IdentityKey[] | undefined,
): readonly ResourceColumn<IdentityKey>[] {
  const holder = useHolderColumn<IdentityKey>({ group, scope, rows, tab: 'keys' });
  const roles = useNames(namesQuery('roles', rolesOfKeys(rows ?? [])));
  return useMemo(() => {
    const role: ResourceColumn<IdentityKey> = {
      id: 'role',
      header: 'Limited to',
      width: '12%',
      cell: ({ roleUid }) => {
        if (roleUid === undefined) return <span className="text-ink-2">Not limited</span>;
        return roles ? (roles.get(roleUid) ?? 'A role') : <Skeleton className="h-3 w-20" />;
      },
    };
    return [NAME, ...(holder ? [holder] : []), IDENTITY, STATE, role, ...USE, ...SECRET_COLUMNS];
  }, [holder, roles]);
}
