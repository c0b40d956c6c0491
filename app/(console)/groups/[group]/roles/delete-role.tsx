'use client';

import { useQuery } from '@tanstack/react-query';
import { BindingLines, bindingsOf } from '#app/(console)/groups/[group]/_shared/binding-lines.tsx';
import { DeleteResource } from '#app/(console)/groups/[group]/_shared/delete-resource.tsx';
import { bindingsText } from '#app/(console)/groups/[group]/roles/role-words.ts';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { resourcePath } from '#lib/client/paths.ts';
import { type Role, roles } from '#lib/client/resources/resources.ts';
import { formOf } from '#lib/client/counted.ts';

export interface DeleteRoleProps {
  /** The role to delete; null while no dialog is open. */
  resource: Pick<Role, 'uid' | 'name'> | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Names the resources that use a role. Deletes the role if there are none. */
export function DeleteRole({ resource: role, ...props }: DeleteRoleProps) {
  const bindings = useQuery({
    ...bindingsOf({ role: role?.uid ?? '' }),
    enabled: role !== null,
  });
  const total = Number(bindings.data?.totalCount ?? 0);
  const rows = bindings.data?.roleBindings ?? [];
  return (
    <DeleteResource
      {...props}
      resource={role}
      noun="role"
      verb="Delete"
      done="deleted"
      of={roles}
      disabledReason={total > 0 && `Remove its ${bindingsText(total)} first`}
    >
      {bindings.isPending && <Skeleton className="h-10 w-full" />}
      {bindings.isError && (
        <p>Its bindings could not be loaded. A role that is in use cannot be deleted.</p>
      )}
      {bindings.data && total === 0 && (
        <p>
          No binding that you can see uses it, so nobody loses access. A role that is in use
          elsewhere, or by an invite or an identity provider, cannot be deleted.
        </p>
      )}
      {total > 0 && (
        <>
          <p>{`${bindingsText(total)} ${formOf(total, ['uses', 'use'])} it, so it cannot be deleted yet:`}</p>
          <BindingLines
            bindings={rows}
            total={total}
            nameOf={({ uid, identity }) => (
              <Link href={resourcePath('access', uid)}>{identity.name}</Link>
            )}
          />
        </>
      )}
    </DeleteResource>
  );
}
