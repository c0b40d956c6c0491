'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import type { ListScope } from '#lib/client/lists/list-state.ts';
import { type Names, namesQuery, parentsOf } from '#lib/client/resources/names.ts';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { groupPath, parentUid } from '#lib/client/paths.ts';

export interface HolderColumnOptions {
  /** The group of the list. */
  group: string;
  scope: ListScope;
  rows: readonly { uid: string }[] | undefined;
  /** Where the group's name links to. */
  tab: GroupTab;
  /** Names of deleted groups, for rows that outlive their group. */
  deleted?: Names | undefined;
  /** Shown on a phone, too. */
  isFact?: boolean;
}

/** The column that names each row's group, for a list over several groups; null for other lists. */
export function useHolderColumn<Row extends { uid: string }>(
  options: HolderColumnOptions,
): ResourceColumn<Row> | null {
  const { group, scope, rows, tab, deleted, isFact = true } = options;
  const uids = scope === 'in' ? [] : parentsOf(rows ?? []);
  const { data: holders } = useQuery(namesQuery('groups', uids));
  return useMemo(() => {
    if (scope === 'in') return null;
    return {
      id: 'holder',
      header: 'In',
      width: '16%',
      isFact,
      cell: ({ uid }) => {
        const holder = parentUid(uid) ?? '';
        if (holder === group) return <span className="text-ink-2">This group</span>;
        if (holders === undefined) return <Skeleton className="h-3 w-16" />;
        const was = deleted?.get(holder);
        return was !== undefined && !holders.has(holder) ? (
          <span className="truncate text-ink-2">{was} (deleted)</span>
        ) : (
          <Link href={groupPath(holder, tab)} className="truncate">
            {holders.get(holder) ?? 'A group you cannot see'}
          </Link>
        );
      },
    };
  }, [group, scope, tab, isFact, holders, deleted]);
}

/** The columns, with the group column after the first if the list is over several groups. */
export function useColumnsWithHolder<Row extends { uid: string }>(
  columns: readonly ResourceColumn<Row>[],
  options: HolderColumnOptions,
): readonly ResourceColumn<Row>[] {
  const holder = useHolderColumn<Row>(options);
  return useMemo(
    () => (holder ? [...columns.slice(0, 1), holder, ...columns.slice(1)] : columns),
    [columns, holder],
  );
}
