'use client';

import { useMemo } from 'react';
import { useHolderColumn } from '#app/(console)/groups/[group]/_shared/holder-column.tsx';
import { SubscriptionBadge } from '#app/(console)/groups/[group]/subscriptions/subscription-badge.tsx';
import { scheduleText } from '#lib/client/resources/schedules.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { ListScope } from '#lib/client/lists/list-state.ts';
import type { Subscription } from '#lib/client/resources/resources.ts';

const NAME: ResourceColumn<Subscription> = {
  id: 'name',
  header: 'Name',
  order: 'name',
  width: '20%',
  cell: ({ name }) => name,
};

const FACTS: readonly ResourceColumn<Subscription>[] = [
  {
    id: 'target',
    header: 'Target',
    isFact: true,
    cell: ({ webhook, email }) =>
      webhook === undefined ? (
        <span className="truncate text-ink-2">{scheduleText(email)}</span>
      ) : (
        <span title={webhook.url} className="truncate font-mono text-sm text-ink-2">
          {webhook.url.replace(/^https:\/\//, '')}
        </span>
      ),
  },
  {
    id: 'types',
    header: 'Types',
    width: '26%',
    cell: ({ types }) => (
      <span title={types.join(', ')} className="truncate font-mono text-sm text-ink-2">
        {types.join(', ')}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 112,
    isFact: true,
    cell: (subscription) => <SubscriptionBadge subscription={subscription} />,
  },
  {
    id: 'updated',
    header: 'Updated',
    order: 'updated_at',
    width: 112,
    cell: ({ updateTime }) => <RelativeTime value={updateTime} />,
  },
];

/** The columns of a list of subscriptions. Below the group, one column names the group. */
export function useSubscriptionColumns(
  group: string,
  scope: ListScope,
  rows: readonly Subscription[] | undefined,
): readonly ResourceColumn<Subscription>[] {
  const holder = useHolderColumn<Subscription>({ group, scope, rows, tab: 'subscriptions' });
  return useMemo(() => [NAME, ...(holder ? [holder] : []), ...FACTS], [holder]);
}
