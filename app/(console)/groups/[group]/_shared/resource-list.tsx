'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ComponentType, type ReactNode, useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { EditAndDelete } from '#app/(console)/groups/[group]/_shared/edit-and-delete.tsx';
import { HeaderAction } from '#components/frame/header-action.tsx';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import { useListState } from '#components/resource-table/state/use-list-state.ts';
import type { ScopeOption } from '#components/resource-table/toolbar.tsx';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import type { Topic } from '#lib/client/learn-more.ts';
import type { ListOffer } from '#lib/client/lists/list-state.ts';
import { editPath, newPath, resourcePath } from '#lib/client/paths.ts';
import type { ResourceClient, Wire } from '#lib/client/resources/resources.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { capabilityOf, entryOf, titleOf, type Verb } from '#lib/resources/catalog.ts';

type Listed = 'IdentityKey' | 'IdentityProvider' | 'Role' | 'Subscription';

const uidOf = ({ uid }: { uid: string }) => uid;
const nameOf = ({ name }: { name: string }) => name;

/** The rows that the list shows now, for its table and for columns that need names. */
export function useResourceList<Type extends Listed>(
  type: Type,
  client: ResourceClient<Type>,
  offer: ListOffer,
  group: string,
) {
  const view = useListState(group, offer, client.list);
  const result = useQuery({ ...client.list(view.query), placeholderData: keepPreviousData });
  return { type, client, group, view, result, rows: result.data && client.rowsOf(result.data) };
}

export interface ResourceListProps<Type extends Listed> {
  list: ReturnType<typeof useResourceList<Type>>;
  tab: GroupTab;
  /** Whether each has a page of its own, with an editor. */
  hasPages?: boolean;
  columns: readonly ResourceColumn<Wire[Type]>[];
  scopes?: readonly ScopeOption[];
  icon: LucideIcon;
  newLabel: string;
  /** The effect of deleting several at once, in words. */
  impact: string;
  /** The first items of a row's menu. */
  menuOf?: (row: Wire[Type]) => ReactNode;
  Delete: ComponentType<{ resource: Wire[Type]; onClose: () => void }>;
  empty: { title: string; text: string; topic: Topic };
}

/** The resources of a group, or of all groups below it, with their actions. */
export function ResourceList<Type extends Listed>(props: ResourceListProps<Type>) {
  const { tab, hasPages, columns, newLabel, empty, Delete } = props;
  const { type, client, group, view, result, rows } = props.list;
  const entry = entryOf(type);
  const router = useRouter();
  const cache = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const [deleting, setDeleting] = useState<Wire[Type] | null>(null);

  const missing = (uid: string, verb: Verb) =>
    missingReason(caller?.capabilities, uid, capabilityOf(type, verb));
  const { search } = view;
  // The list under the sheet keeps its filters.
  const newHref = newPath(group, tab) + (search === '' ? '' : `?${search}`);
  const noNew = missing(group, 'create');
  const newOne = (variant: 'primary' | 'secondary') => (
    <ActionLink href={newHref} icon={props.icon} variant={variant} disabledReason={noNew}>
      {newLabel}
    </ActionLink>
  );
  return (
    <>
      <HeaderAction>{newOne('primary')}</HeaderAction>
      <ResourceTable<Wire[Type]>
        label={titleOf(entry)}
        view={view}
        result={result}
        rows={rows}
        collection={client.collection}
        columns={columns}
        {...(props.scopes && { scopes: props.scopes })}
        idOf={uidOf}
        nameOf={nameOf}
        {...(hasPages && {
          hrefOf: ({ uid }) => resourcePath(tab, uid, group),
          onEdit: (uid) => {
            if (!missing(uid, 'update')) router.push(editPath(tab, uid, group));
          },
        })}
        {...(!noNew && { onNew: () => router.push(newHref) })}
        bulk={{
          noun: entry.words,
          verb: 'Delete',
          done: 'deleted',
          impact: props.impact,
          requestOf: ({ uid }) => client.removal(uid),
          missing: ({ uid }) => missing(uid, 'delete'),
          onDone: () => client.refresh(cache),
        }}
        menuOf={(row) => (
          <>
            {props.menuOf?.(row)}
            <EditAndDelete
              editHref={hasPages ? editPath(tab, row.uid, group) : undefined}
              noEdit={hasPages === true && missing(row.uid, 'update')}
              onDelete={() => setDeleting(row)}
              noDelete={missing(row.uid, 'delete')}
            />
          </>
        )}
        empty={
          <EmptyState
            title={empty.title}
            action={newOne('secondary')}
            reference={<LearnMore about={empty.topic} />}
          >
            {empty.text}
          </EmptyState>
        }
      />
      {deleting && <Delete resource={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}
