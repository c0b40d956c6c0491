'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { History, Signature } from 'lucide-react';
import { useActivityColumns } from '#app/(console)/groups/[group]/activity/activity-columns.tsx';
import { activityText } from '#app/(console)/groups/[group]/activity/activity-words.ts';
import { useColumnsWithHolder } from '#app/(console)/groups/[group]/_shared/holder-column.tsx';
import { useDeletedGroups } from '#app/(console)/groups/[group]/activity/use-deleted-groups.ts';
import { V1Line } from '#app/(console)/groups/[group]/activity/v1/v1-line.tsx';
import { HeaderAction } from '#components/frame/header-action.tsx';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import { useListState } from '#components/resource-table/state/use-list-state.ts';
import { BARE_ON_PHONES } from '#components/ui/buttons/button-style.ts';
import { ButtonLink } from '#components/ui/buttons/link.tsx';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { auditHeadPath } from '#lib/client/activity/audit-head.ts';
import { isGranted } from '#lib/client/access/capabilities.ts';
import { ACTIVITY_LIST } from '#app/(console)/groups/[group]/activity/activity-list-offer.ts';
import { parentsOf } from '#lib/client/resources/names.ts';
import { resourcePath, rootOf, v1CallersPath } from '#lib/client/paths.ts';
import { type AuditEvent, auditEvents } from '#lib/client/resources/resources.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

const uidOf = ({ uid }: AuditEvent) => uid;

/** The audit events of a group, or of all groups below it, the newest first. */
export function ActivityList({ group }: { group: string }) {
  const view = useListState(group, ACTIVITY_LIST, auditEvents.list);
  const result = useQuery({ ...auditEvents.list(view.query), placeholderData: keepPreviousData });
  const rows = result.data?.auditEvents;
  const root = rootOf(group);
  const { data: caller } = useQuery(currentCaller());
  const maySeeHead = caller !== undefined && isGranted(caller.capabilities, root, 'audit.list');
  const { scope } = view.state;
  const deleted = useDeletedGroups(group, scope === 'in' ? [] : parentsOf(rows ?? []));
  const holder = { group, scope, rows, tab: 'activity', deleted, isFact: false } as const;
  const columns = useColumnsWithHolder(useActivityColumns(rows), holder);
  const table = (
    <ResourceTable
      label="Activity"
      view={view}
      result={result}
      rows={rows}
      collection={auditEvents.collection}
      columns={columns}
      idOf={uidOf}
      nameOf={activityText}
      hrefOf={({ uid }) => resourcePath('activity', uid, group)}
      empty={
        <EmptyState title="No activity that you can see" reference={<LearnMore about="activity" />}>
          Grove records every change, every denied attempt and every sign-in. To see them you need
          the capability audit.list, which owners and auditors have.
        </EmptyState>
      }
    />
  );
  return (
    <>
      <HeaderAction>
        {maySeeHead && (
          <ButtonLink href={auditHeadPath(root)} icon={Signature} className={BARE_ON_PHONES}>
            Verify the record
          </ButtonLink>
        )}
        <ButtonLink href={v1CallersPath(group)} icon={History} className={BARE_ON_PHONES}>
          Programs on API v1
        </ButtonLink>
      </HeaderAction>
      <V1Line group={group} />
      {table}
    </>
  );
}
