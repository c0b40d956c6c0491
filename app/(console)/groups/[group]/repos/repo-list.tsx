'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useColumnsWithHolder } from '#app/(console)/groups/[group]/_shared/holder-column.tsx';
import { RefreshCw } from 'lucide-react';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { useListState } from '#components/resource-table/state/use-list-state.ts';
import { HeaderAction } from '#components/frame/header-action.tsx';
import { ButtonLink } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { REPO_LIST } from '#lib/client/lists/named-lists.ts';
import { registrySourcePath, resourcePath } from '#lib/client/paths.ts';
import { type Repo, repos } from '#lib/client/resources/resources.ts';
import { NoRepos } from '#app/(console)/groups/[group]/repos/no-repos.tsx';
import { SourceLine } from '#app/(console)/groups/[group]/repos/source-line.tsx';
import { tierText } from '#app/(console)/groups/[group]/repos/tier-text.ts';

const COLUMNS: readonly ResourceColumn<Repo>[] = [
  { id: 'name', header: 'Name', order: 'name', width: '32%', cell: ({ name }) => name },
  {
    id: 'description',
    header: 'Description',
    isFact: true,
    givesWay: true,
    cell: ({ description }) => <span className="truncate text-ink-2">{description}</span>,
  },
  { id: 'tier', header: 'Tier', width: 128, cell: ({ catalogTier }) => tierText(catalogTier) },
  {
    id: 'tags',
    header: 'Active tags',
    width: 112,
    isNumber: true,
    cell: ({ activeTags }) => (activeTags.length < 1_000 ? activeTags.length : '1,000+'),
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

/** How often a visible list refetches. */
const FRESH_MS = 5_000;

const uidOf = ({ uid }: Repo) => uid;
const nameOf = ({ name }: Repo) => name;

/** The repositories of a group, or of all groups below it. */
export function RepoList({ group }: { group: string }) {
  const view = useListState(group, REPO_LIST, repos.list);
  const isOwn = view.state.scope === 'in';
  const result = useQuery({
    ...repos.list(view.query),
    placeholderData: keepPreviousData,
    // Polls, so that new pushes appear. Polling all groups below would cost the server too much.
    refetchInterval: isOwn && FRESH_MS,
  });
  const rows = result.data?.repos;
  const holder = { group, scope: view.state.scope, rows, tab: 'repos' } as const;
  const columns = useColumnsWithHolder(COLUMNS, holder);
  const table = (
    <ResourceTable
      label="Repositories"
      view={view}
      result={result}
      rows={rows}
      collection={repos.collection}
      columns={columns}
      idOf={uidOf}
      nameOf={nameOf}
      hrefOf={({ uid }) => resourcePath('repos', uid, group)}
      empty={<NoRepos group={group} />}
    />
  );
  return (
    <>
      <HeaderAction>
        <ButtonLink href={registrySourcePath(group)} icon={RefreshCw}>
          Registry source
        </ButtonLink>
      </HeaderAction>
      {isOwn && <SourceLine group={group} />}
      {table}
    </>
  );
}
