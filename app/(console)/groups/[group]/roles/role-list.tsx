'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { GitCompareArrows, SquareCheckBig } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { EditAndDelete } from '#app/(console)/groups/[group]/_shared/edit-and-delete.tsx';
import { BuiltInRoles } from '#app/(console)/groups/[group]/roles/built-in-roles.tsx';
import { useRoleColumns } from '#app/(console)/groups/[group]/roles/role-columns.tsx';
import { later } from '#components/ui/later.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { HeaderAction } from '#components/frame/header-action.tsx';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import type { ScopeOption } from '#components/resource-table/toolbar.tsx';
import { useListState } from '#components/resource-table/state/use-list-state.ts';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { MenuItem } from '#components/ui/overlays/menu.tsx';
import type { Capability } from '#lib/resources/capabilities.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { roleList } from '#lib/client/lists/access-lists.ts';
import { compareRolesPath, editPath, newPath, parentUid, resourcePath } from '#lib/client/paths.ts';
import { type Role, roles } from '#lib/client/resources/resources.ts';

const DeleteRole = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/roles/delete-role.tsx')).DeleteRole,
}));

const SCOPES: readonly ScopeOption[] = [
  { id: 'effect', label: 'Usable here' },
  { id: 'in', label: 'In this group' },
  { id: 'below', label: 'And below' },
];

const uidOf = ({ uid }: Role) => uid;
const nameOf = ({ name }: Role) => name;

/** The roles that can be bound in a group, or those of all groups below it. */
export function RoleList({ group }: { group: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const isTop = parentUid(group) === null;
  const list = roleList(group);
  const view = useListState(group, list, roles.list);
  const result = useQuery({ ...roles.list(view.query), placeholderData: keepPreviousData });
  const { data: caller } = useQuery(currentCaller());
  const [deleting, setDeleting] = useState<Role | null>(null);
  const rows = result.data?.roles;
  const columns = useRoleColumns(group, view.state.scope, rows);

  const missing = (uid: string, capability: Capability) =>
    missingReason(caller?.capabilities, uid, capability);
  const { search } = view;
  // The list under the sheet keeps its filters.
  const newHref = newPath(group, 'roles') + (search === '' ? '' : `?${search}`);
  const noNew = missing(group, 'roles.create');
  const newRole = (variant: 'primary' | 'secondary') => (
    <ActionLink href={newHref} icon={SquareCheckBig} variant={variant} disabledReason={noNew}>
      New role
    </ActionLink>
  );
  return (
    <>
      <HeaderAction>{newRole('primary')}</HeaderAction>
      <div className="flex flex-col">
        <ResourceTable
          label="Roles"
          view={view}
          result={result}
          rows={rows}
          collection={roles.collection}
          columns={columns}
          {...(!isTop && { scopes: SCOPES })}
          idOf={uidOf}
          nameOf={nameOf}
          hrefOf={({ uid }) => resourcePath('roles', uid, group)}
          onEdit={(uid) => {
            if (!missing(uid, 'roles.update')) router.push(editPath('roles', uid, group));
          }}
          {...(!noNew && { onNew: () => router.push(newHref) })}
          bulk={{
            noun: ['role', 'roles'],
            verb: 'Delete',
            done: 'deleted',
            impact: 'Permanently deletes these roles. Roles that are in use are kept.',
            requestOf: ({ uid }) => roles.removal(uid),
            missing: ({ uid }) => missing(uid, 'roles.delete'),
            onDone: () => roles.refresh(client),
          }}
          menuOf={(row) => (
            <>
              <MenuItem icon={GitCompareArrows} href={compareRolesPath(group, row.uid)}>
                Compare
              </MenuItem>
              <EditAndDelete
                editHref={editPath('roles', row.uid, group)}
                noEdit={missing(row.uid, 'roles.update')}
                onDelete={() => setDeleting(row)}
                noDelete={missing(row.uid, 'roles.delete')}
              />
            </>
          )}
          empty={
            <EmptyState
              title="No custom roles yet"
              action={newRole('secondary')}
              reference={<LearnMore about="access" />}
            >
              A role lists what people with it may do. Create one if no built-in role fits. It can
              be bound in this group and all groups below.
            </EmptyState>
          }
        />
      </div>
      <BuiltInRoles group={group} />
      {deleting && <DeleteRole role={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}
