'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { statusText } from '#app/(console)/groups/[group]/advisories/advisory-words.ts';
import { useColumnsWithHolder } from '#app/(console)/groups/[group]/_shared/holder-column.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { HeaderAction } from '#components/frame/header-action.tsx';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { useListState } from '#components/resource-table/state/use-list-state.ts';
import { Severity } from '#components/severity/severity.tsx';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { Capability } from '#lib/resources/capabilities.ts';
import { exportHref, type FileFormat } from '#lib/client/resources/advisory-files.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { ADVISORY_LIST } from '#app/(console)/groups/[group]/advisories/advisory-list-offer.ts';
import { importAdvisoriesPath, resourcePath } from '#lib/client/paths.ts';
import { advisories, type Advisory } from '#lib/client/resources/resources.ts';

const COLUMNS: readonly ResourceColumn<Advisory>[] = [
  {
    id: 'id',
    header: 'Advisory',
    order: 'advisory_id',
    width: 176,
    cell: ({ advisoryId }) => <span className="font-mono">{advisoryId}</span>,
  },
  {
    id: 'severity',
    header: 'Severity',
    order: 'severity',
    width: 116,
    isFact: true,
    cell: ({ severity }) => <Severity severity={severity} />,
  },
  {
    id: 'artifact',
    header: 'Artifact',
    order: 'artifact_name',
    isFact: true,
    givesWay: true,
    cell: ({ artifactName, componentName }) => (
      <span className="truncate" title={`${artifactName} ${componentName}`}>
        {artifactName}
        {componentName !== '' && componentName !== artifactName && (
          <span className="text-ink-2"> · {componentName}</span>
        )}
      </span>
    ),
  },
  {
    id: 'summary',
    header: 'Summary',
    cell: ({ summary }) => (
      <span className="truncate" title={summary}>
        {summary}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    order: 'status',
    width: 144,
    cell: ({ status }) => statusText(status),
  },
  {
    id: 'aliases',
    header: 'Aliases',
    // People know the CVE.
    isFact: true,
    width: '14%',
    cell: ({ aliases }) => <span className="truncate text-ink-2">{aliases.join(', ')}</span>,
  },
  {
    id: 'updated',
    header: 'Updated',
    order: 'updated_at',
    width: 112,
    cell: ({ updateTime }) => <RelativeTime value={updateTime} />,
  },
];

const uidOf = ({ uid }: Advisory) => uid;
const nameOf = ({ advisoryId }: Advisory) => advisoryId;

/** The advisories of a group, or of all groups below it. */
export function AdvisoryList({ group }: { group: string }) {
  const view = useListState(group, ADVISORY_LIST, advisories.list);
  const result = useQuery({ ...advisories.list(view.query), placeholderData: keepPreviousData });
  const { data: caller } = useQuery(currentCaller());
  const rows = result.data?.advisories;
  const holder = {
    group,
    scope: view.state.scope,
    rows,
    tab: 'advisories',
    isFact: true,
  } as const;
  const columns = useColumnsWithHolder(COLUMNS, holder);
  const missing = (capability: Capability) =>
    missingReason(caller?.capabilities, group, capability);
  const { search } = view;
  const importHref = importAdvisoriesPath(group) + (search === '' ? '' : `?${search}`);
  const importAction = (label: string, variant: 'primary' | 'secondary') => (
    <ActionLink
      href={importHref}
      icon={FileUp}
      variant={variant}
      disabledReason={missing('advisories.import')}
    >
      {label}
    </ActionLink>
  );
  const download = (format: FileFormat, label: string) => ({
    label,
    href: exportHref(group, format, view.query),
    disabledReason: missing('advisories.list'),
  });
  const table = (
    <ResourceTable
      label="Advisories"
      view={view}
      result={result}
      rows={rows}
      collection={advisories.collection}
      columns={columns}
      idOf={uidOf}
      nameOf={nameOf}
      hrefOf={({ uid }) => resourcePath('advisories', uid, group)}
      downloads={[
        download('osv', 'Export as OSV, with all below'),
        download('openvex', 'Export as OpenVEX, with all below'),
        download('yaml', 'Export as package YAML, with all below'),
      ]}
      empty={
        <EmptyState
          title="No advisories yet"
          action={importAction('Import advisories', 'secondary')}
          reference={<LearnMore about="advisories" />}
        >
          An advisory says which artifact a vulnerability affects, and its status.
        </EmptyState>
      }
    />
  );
  return (
    <>
      <HeaderAction>{importAction('Import', 'primary')}</HeaderAction>
      {table}
    </>
  );
}
