'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import type { ListScope } from '#lib/client/lists/list-state.ts';
import { namesQuery, NO_NAMES, parentsOf } from '#lib/client/resources/names.ts';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import type { Group } from '#lib/client/resources/queries.ts';

const NAME: ResourceColumn<Group> = {
  id: 'name',
  header: 'Name',
  order: 'name',
  width: '30%',
  cell: ({ name }) => name,
};

const DESCRIPTION: ResourceColumn<Group> = {
  id: 'description',
  header: 'Description',
  cell: ({ description }) => (
    <span title={description} className="truncate text-ink-2">
      {description}
    </span>
  ),
};

const OTHERS: readonly ResourceColumn<Group>[] = [
  {
    id: 'uid',
    header: 'Uid',
    width: 192,
    cell: ({ uid }) => <CopyText value={uid} label="uid" />,
  },
  {
    id: 'created',
    header: 'Created',
    order: 'created_at',
    width: 112,
    cell: ({ createTime }) => <RelativeTime value={createTime} />,
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

const PLAIN = [NAME, { ...DESCRIPTION, isFact: true }, ...OTHERS];

/** The columns of a list of groups. Below the group, one column names the parent. */
export function useGroupColumns(
  group: string,
  scope: ListScope,
  rows: readonly Group[] | undefined,
): readonly ResourceColumn<Group>[] {
  const uids = scope === 'below' ? parentsOf(rows ?? []) : [];
  const { data: parents = NO_NAMES } = useQuery(namesQuery('groups', uids));
  return useMemo(() => {
    if (scope === 'in') return PLAIN;
    const parent: ResourceColumn<Group> = {
      id: 'parent',
      header: 'In',
      width: '20%',
      isFact: true,
      cell: ({ uid }) => {
        const above = parentUid(uid) ?? '';
        if (above === group) return <span className="text-ink-2">This group</span>;
        const name = parents.get(above);
        if (name === undefined) return <Skeleton className="h-3 w-16" />;
        return (
          <Link href={groupPath(above)} className="truncate">
            {name}
          </Link>
        );
      },
    };
    return [NAME, parent, DESCRIPTION, ...OTHERS];
  }, [group, scope, parents]);
}
