'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountsText } from '#app/(console)/groups/[group]/association/account-words.ts';
import { useHolderColumn } from '#app/(console)/groups/[group]/_shared/holder-column.tsx';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { type AccountAssociation, accountAssociations } from '#lib/client/resources/resources.ts';

const NAME: ResourceColumn<AccountAssociation> = {
  id: 'name',
  header: 'Name',
  order: 'name',
  width: '24%',
  cell: ({ name }) => name,
};

const OTHERS: readonly ResourceColumn<AccountAssociation>[] = [
  {
    id: 'accounts',
    header: 'Accounts',
    isFact: true,
    cell: (association) => (
      <span title={accountsText(association)} className="truncate text-ink-2">
        {accountsText(association)}
      </span>
    ),
  },
  {
    id: 'updated',
    header: 'Updated',
    order: 'updated_at',
    width: 112,
    cell: ({ updateTime }) => <RelativeTime value={updateTime} />,
  },
];

const uidOf = ({ uid }: AccountAssociation) => uid;
const nameOf = ({ name }: AccountAssociation) => name;

/** The account associations of all groups below one. */
export function AssociationsBelow({ group, view }: { group: string; view: ListView }) {
  const result = useQuery({
    ...accountAssociations.list(view.query),
    placeholderData: keepPreviousData,
  });
  const rows = result.data?.accountAssociations;
  const holder = useHolderColumn<AccountAssociation>({
    group,
    scope: 'below',
    rows,
    tab: 'association',
  });
  const columns = useMemo(() => [NAME, ...(holder ? [holder] : []), ...OTHERS], [holder]);
  return (
    <ResourceTable
      label="Account associations"
      view={view}
      result={result}
      rows={rows}
      collection={accountAssociations.collection}
      columns={columns}
      idOf={uidOf}
      nameOf={nameOf}
      // The page has the switch of the scope, so that the switch stays while the content changes.
      isFlat
      hrefOf={({ uid }) => groupPath(parentUid(uid) ?? '', 'association')}
      empty={
        <EmptyState title="No account associations below">
          No group below this one has an account association.
        </EmptyState>
      }
    />
  );
}
