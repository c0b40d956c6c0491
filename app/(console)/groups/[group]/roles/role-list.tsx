'use client';

import { GitCompareArrows, SquareCheckBig } from 'lucide-react';
import {
  ResourceList,
  useResourceList,
} from '#app/(console)/groups/[group]/_shared/resource-list.tsx';
import { BuiltInRoles } from '#app/(console)/groups/[group]/roles/built-in-roles.tsx';
import { useRoleColumns } from '#app/(console)/groups/[group]/roles/role-columns.tsx';
import type { ScopeOption } from '#components/resource-table/toolbar.tsx';
import { later } from '#components/ui/later.tsx';
import { MenuItem } from '#components/ui/overlays/menu.tsx';
import { roleList } from '#lib/client/lists/access-lists.ts';
import { compareRolesPath, parentUid } from '#lib/client/paths.ts';
import { roles } from '#lib/client/resources/resources.ts';

const DeleteRole = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/roles/delete-role.tsx')).DeleteRole,
}));

const SCOPES: readonly ScopeOption[] = [
  { id: 'effect', label: 'Usable here' },
  { id: 'in', label: 'This group' },
  { id: 'below', label: 'With groups below' },
];

/** The roles that can be bound in a group, or those of all groups below it. */
export function RoleList({ group }: { group: string }) {
  const isTop = parentUid(group) === null;
  const list = useResourceList('Role', roles, roleList(group), group);
  const columns = useRoleColumns(group, list.view.state.scope, list.rows);
  return (
    <>
      <div className="flex flex-col">
        <ResourceList
          list={list}
          tab="roles"
          hasPages
          columns={columns}
          {...(!isTop && { scopes: SCOPES })}
          icon={SquareCheckBig}
          newLabel="New role"
          impact="Permanently deletes these roles. Roles that are in use are kept."
          menuOf={({ uid }) => (
            <MenuItem icon={GitCompareArrows} href={compareRolesPath(group, uid)}>
              Compare
            </MenuItem>
          )}
          Delete={DeleteRole}
          empty={{
            title: 'No custom roles yet',
            topic: 'access',
            text: 'A role lists what people with it may do. Create one if no built-in role fits. It can be bound in this group and all groups below.',
          }}
        />
      </div>
      <BuiltInRoles group={group} />
    </>
  );
}
