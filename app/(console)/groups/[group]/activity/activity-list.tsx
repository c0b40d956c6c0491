'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useActivityColumns } from '#app/(console)/groups/[group]/activity/activity-columns.tsx';
import {
  ACTIVITY_TYPES,
  activityText,
} from '#app/(console)/groups/[group]/activity/activity-words.ts';
import { useColumnsWithHolder } from '#app/(console)/groups/[group]/shared/holder-column.tsx';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import { FilterChoice } from '#components/resource-table/filter-choice.tsx';
import { FilterText } from '#components/resource-table/filter-text.tsx';
import { useListState } from '#components/resource-table/use-list-state.ts';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { ACTIVITY_LIST } from '#lib/client/lists/lists.ts';
import { resourcePath } from '#lib/client/paths.ts';
import { type AuditEvent, auditEvents } from '#lib/client/resources/resources.ts';

const uidOf = ({ uid }: AuditEvent) => uid;

/** Who changed what in a group, or in all groups below it, the newest first. */
export function ActivityList({ group }: { group: string }) {
  const view = useListState(group, ACTIVITY_LIST, auditEvents.list);
  const result = useQuery({ ...auditEvents.list(view.query), placeholderData: keepPreviousData });
  const rows = result.data?.auditEvents;
  const holder = { group, scope: view.state.scope, rows, tab: 'activity', isFact: false } as const;
  const columns = useColumnsWithHolder(useActivityColumns(rows), holder);
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
