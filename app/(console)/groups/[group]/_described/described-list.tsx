'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ListDescription } from '#app/(console)/groups/[group]/_described/description.ts';
import { useMissing } from '#app/(console)/groups/[group]/_described/use-missing.ts';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { EditAndDelete } from '#app/(console)/groups/[group]/_shared/edit-and-delete.tsx';
import { HeaderAction } from '#components/frame/header-action.tsx';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import { useListState } from '#components/resource-table/state/use-list-state.ts';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { editPath, newPath, resourcePath } from '#lib/client/paths.ts';
import { CONSOLE_ROUTES } from '#lib/client/console-routes.ts';
import type { Wire } from '#lib/client/resources/resources.ts';
import { entryOf, type ResourceType, titleOf } from '#lib/resources/catalog.ts';

const uidOf = ({ uid }: { uid: string }) => uid;

/** The rows that the list shows now, for its table and for columns that need names. */
export function useDescribedList<Type extends ResourceType>(
  { client, defaults }: ListDescription<Type>,
  group: string,
) {
  const view = useListState(group, defaults, client.list);
  const result = useQuery({ ...client.list(view.query), placeholderData: keepPreviousData });
  return { group, view, result, rows: result.data && client.rowsOf(result.data) };
}

interface Props<Type extends ResourceType> {
  description: ListDescription<Type>;
  list: ReturnType<typeof useDescribedList<Type>>;
  columns: readonly ResourceColumn<Wire[Type]>[];
}

/** The resources of a group, or of all groups below it, with their actions. */
export function DescribedList<Type extends ResourceType>({
  description,
  list: { group, view, result, rows },
  columns,
}: Props<Type>) {
  const { type, client, nameOf, Delete } = description;
  const entry = entryOf(type);
  const { tab, isOwn, path } = CONSOLE_ROUTES[type];
  const router = useRouter();
  const cache = useQueryClient();
  const [deleting, setDeleting] = useState<Wire[Type] | null>(null);
  const missing = useMissing(type);

  const { search } = view;
  // The list under the sheet keeps its filters.
  const newHref = newPath(group, tab) + (search === '' ? '' : `?${search}`);
  const noNew = missing(group, 'create');
  const newOne = (variant: 'primary' | 'secondary') => (
    <ActionLink href={newHref} icon={description.icon} variant={variant} disabledReason={noNew}>
      {`New ${description.word ?? entry.words[0]}`}
    </ActionLink>
  );
  return (
    <>
      <HeaderAction>{newOne('primary')}</HeaderAction>
      <ResourceTable
        label={titleOf(entry)}
        view={view}
        result={result}
        rows={rows}
        collection={client.collection}
        columns={columns}
        idOf={uidOf}
        nameOf={nameOf}
        hrefOf={({ uid }) => (isOwn ? resourcePath(tab, uid, group) : path(uid))}
        onEdit={(uid) => {
          if (!missing(uid, 'update')) router.push(editPath(tab, uid, group));
        }}
        {...(!noNew && { onNew: () => router.push(newHref) })}
        bulk={{
          noun: entry.words,
          verb: 'Delete',
          done: 'deleted',
          impact: description.impact,
          requestOf: ({ uid }) => client.removal(uid),
          missing: ({ uid }) => missing(uid, 'delete'),
          onDone: () => client.refresh(cache),
        }}
        menuOf={(row) => (
          <EditAndDelete
            editHref={editPath(tab, row.uid, group)}
            noEdit={missing(row.uid, 'update')}
            onDelete={() => setDeleting(row)}
            noDelete={missing(row.uid, 'delete')}
          />
        )}
        empty={
          <EmptyState
            title={description.empty.title}
            action={newOne('secondary')}
            reference={<LearnMore about={description.empty.topic} />}
          >
            {description.empty.text}
          </EmptyState>
        }
      />
      {deleting && <Delete resource={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}
