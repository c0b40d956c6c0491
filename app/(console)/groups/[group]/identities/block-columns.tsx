'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { namesQuery, NO_NAMES } from '#lib/client/resources/names.ts';
import type { Identity } from '#lib/client/resources/resources.ts';

/** Where blocks have effect, since when and why, for a list of blocked identities. */
export function useBlockColumns(
  rows: readonly Identity[] | undefined,
): readonly ResourceColumn<Identity>[] {
  const uids = (rows ?? []).flatMap(({ blockedGroupUid }) => blockedGroupUid ?? []);
  const { data: names = NO_NAMES } = useQuery(namesQuery('groups', uids));
  return useMemo(
    () => [
      {
        id: 'blocked-in',
        header: 'Blocked in',
        width: '16%',
        isFact: true,
        cell: ({ blockedGroupUid: group }) => {
          if (group === undefined) return <span className="text-ink-2">All that it grants</span>;
          if (parentUid(group) === null) return 'The organization';
          return (
            <span className="truncate">
              <Link href={groupPath(group, 'identities')}>
                {names.get(group) ?? 'A group you cannot see'}
              </Link>{' '}
              and below
            </span>
          );
        },
      },
      {
        id: 'blocked-since',
        header: 'Since',
        width: 112,
        isFact: true,
        cell: ({ blockedTime }) =>
          blockedTime === undefined ? null : <RelativeTime value={blockedTime} />,
      },
      {
        id: 'block-reason',
        header: 'Reason',
        cell: ({ blockReason = '' }) => (
          <span title={blockReason} className="truncate text-ink-2">
            {blockReason}
          </span>
        ),
      },
    ],
    [names],
  );
}
