'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { EditAndDelete } from '#app/(console)/groups/[group]/_shared/edit-and-delete.tsx';
import { useGroupColumns } from '#app/(console)/groups/[group]/children/group-columns.tsx';
import { DeleteGroup } from '#app/(console)/groups/[group]/group/delete-group.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { HeaderAction } from '#components/frame/header-action.tsx';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import { useListState } from '#components/resource-table/state/use-list-state.ts';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import type { Capability } from '#lib/resources/capabilities.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { CHILD_LIST } from '#lib/client/lists/named-lists.ts';
import { editListedGroupPath, groupPath, newGroupPath } from '#lib/client/paths.ts';
import { groups, type Group } from '#lib/client/resources/queries.ts';

/* The server keeps group names in lower case. */
const lowerCase = (name: string) => name.toLowerCase();

const uidOf = ({ uid }: Group) => uid;
const nameOf = ({ name }: Group) => name;

/** The groups directly in a group, or all below it. */
export function ChildGroups({ group }: { group: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const view = useListState(group, CHILD_LIST, groups.list);
  const result = useQuery({ ...groups.list(view.query), placeholderData: keepPreviousData });
  const { data: caller } = useQuery(currentCaller());
  const [deleting, setDeleting] = useState<Group | null>(null);
  const rows = result.data?.groups;
  const columns = useGroupColumns(group, view.state.scope, rows);

  const missing = (uid: string, capability: Capability) =>
    missingReason(caller?.capabilities, uid, capability);
  const { search } = view;
  // The list under a sheet keeps its filters.
  const over = (path: string) => (search === '' ? path : `${path}?${search}`);
  const newHref = over(newGroupPath(group));
  const noNew = missing(group, 'groups.create');
  const editHref = (uid: string) => over(editListedGroupPath(group, uid));
  const edit = (uid: string) => {
    if (!missing(uid, 'groups.update')) router.push(editHref(uid));
  };
  const newGroup = (variant: 'primary' | 'secondary') => (
    <ActionLink href={newHref} icon={FolderPlus} variant={variant} disabledReason={noNew}>
      New group
    </ActionLink>
  );

  return (
    <>
      <HeaderAction>{newGroup('primary')}</HeaderAction>
      <ResourceTable
        label="Child groups"
        view={view}
        result={result}
        rows={rows}
        collection={groups.collection}
        columns={columns}
        idOf={uidOf}
        nameOf={nameOf}
        hrefOf={({ uid }) => groupPath(uid)}
        namesAs={lowerCase}
        bulk={{
          noun: ['group', 'groups'],
          verb: 'Delete',
          done: 'deleted',
          impact:
            'Permanently deletes these groups and the role bindings on them. People whose access depends on those bindings lose it. Groups that are not empty are kept.',
          requestOf: ({ uid }) => groups.removal(uid),
          missing: ({ uid }) => missing(uid, 'groups.delete'),
          onDone: () => void client.invalidateQueries({ queryKey: ['groups', 'list'] }),
        }}
        onEdit={edit}
        {...(!noNew && { onNew: () => router.push(newHref) })}
        menuOf={(row) => (
          <EditAndDelete
            editHref={editHref(row.uid)}
            noEdit={missing(row.uid, 'groups.update')}
            onDelete={() => setDeleting(row)}
            noDelete={missing(row.uid, 'groups.delete')}
          />
        )}
        empty={
          <EmptyState title="No groups yet" action={newGroup('secondary')}>
            Groups divide an organization into teams, products or environments. A role on a group
            also applies to all groups below.
          </EmptyState>
        }
      />
      <DeleteGroup group={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}
