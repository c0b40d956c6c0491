'use client';

import { useColumnsWithHolder } from '#app/(console)/groups/[group]/_shared/holder-column.tsx';
import { countText } from '#app/(console)/groups/[group]/roles/role-words.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { ListScope } from '#lib/client/lists/list-state.ts';
import type { Role } from '#lib/client/resources/resources.ts';

const NAME: ResourceColumn<Role> = {
  id: 'name',
  header: 'Name',
  order: 'name',
  width: '24%',
  cell: ({ name }) => name,
};

const OTHERS: readonly ResourceColumn<Role>[] = [
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => (
      <span title={description} className="truncate text-ink-2">
        {description}
      </span>
    ),
  },
  {
    id: 'capabilities',
    header: 'Capabilities',
    width: 120,
    isNumber: true,
    isFact: true,
    cell: (role) => (
      <span>
        {countText(role)}
        <span className="sm:hidden"> capabilities</span>
      </span>
    ),
  },
  {
    id: 'updated',
    header: 'Updated',
    order: 'updated_at',
    width: 112,
    isFact: true,
    cell: ({ updateTime }) => <RelativeTime value={updateTime} />,
  },
];

const COLUMNS = [NAME, ...OTHERS];

/** The columns of a list of roles. For roles of several groups, one column names the group. */
export function useRoleColumns(
  group: string,
  scope: ListScope,
  rows: readonly Role[] | undefined,
): readonly ResourceColumn<Role>[] {
  return useColumnsWithHolder(COLUMNS, { group, scope, rows, tab: 'roles' });
}
