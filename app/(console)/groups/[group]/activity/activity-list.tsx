'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  ACTIVITY_TYPES,
  activityText,
  subjectText,
} from '#app/(console)/groups/[group]/activity/activity-words.ts';
import { useColumnsWithHolder } from '#app/(console)/groups/[group]/holder-column.tsx';
import { ResourceTable } from '#components/resource-table.tsx';
import type { ResourceColumn } from '#components/resource-table/columns.ts';
import { FilterChoice } from '#components/resource-table/filter-choice.tsx';
import { FilterText } from '#components/resource-table/filter-text.tsx';
import { useListState } from '#components/resource-table/use-list-state.ts';
import { Badge } from '#components/ui/badge.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { shortText } from '#components/ui/short-text.ts';
import { ACTIVITY_LIST } from '#lib/client/lists.ts';
import { resourcePath } from '#lib/client/paths.ts';
import { type AuditEvent, auditEvents } from '#lib/client/resources.ts';

const COLUMNS: readonly ResourceColumn<AuditEvent>[] = [
  {
    id: 'what',
    header: 'What',
    width: 'w-[26%]',
    cell: activityText,
  },
  {
    id: 'subject',
    header: 'About',
    isFact: true,
    cell: (event) => <span className="truncate">{subjectText(event)}</span>,
  },
  {
    id: 'actor',
    header: 'By',
    width: 'w-44',
    cell: ({ actor }) => (
      <span title={actor} className="font-mono text-sm text-ink-2">
        {shortText(actor)}
      </span>
    ),
  },
  {
    id: 'result',
    header: 'Result',
    width: 'w-28',
    cell: ({ result }) => (result === 'OK' ? 'Done' : <Badge tone="warn">Denied</Badge>),
  },
  {
    id: 'time',
    header: 'When',
    order: 'created_at',
    width: 'w-28',
    isInteractive: true,
    isFact: true,
    cell: ({ createTime }) => <RelativeTime value={createTime} />,
  },
];

const uidOf = ({ uid }: AuditEvent) => uid;

/** Who changed what in a group, or in all groups below it, the newest first. */
export function ActivityList({ group }: { group: string }) {
  const view = useListState(group, ACTIVITY_LIST);
  const result = useQuery({ ...auditEvents.list(view.query), placeholderData: keepPreviousData });
  const rows = result.data?.auditEvents;
  const holder = { group, scope: view.state.scope, rows, tab: 'activity', isFact: false } as const;
  const columns = useColumnsWithHolder(COLUMNS, holder);
  return (
    <ResourceTable
      label="Activity"
      view={view}
      result={result}
      rows={rows}
      collection={auditEvents.collection}
      columns={columns}
      idOf={uidOf}
      nameOf={activityText}
      hrefOf={({ uid }) => resourcePath('activity', uid)}
      filters={
        <>
          <FilterChoice view={view} param="type" label="What" options={ACTIVITY_TYPES} />
          <FilterText view={view} param="resource" label="Uid of what was changed" />
          <FilterText view={view} param="actor" label="Uid of who did it" />
        </>
      }
      empty={
        <EmptyState title="Nothing to see here">
          Every change, and every attempt that was refused, is recorded. Reading the record needs
          the capability audit.list, which owners and auditors have.
        </EmptyState>
      }
    />
  );
}
