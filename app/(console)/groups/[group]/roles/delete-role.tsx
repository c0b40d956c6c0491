'use client';

import { useQuery } from '@tanstack/react-query';
import { DeleteResource } from '#app/(console)/groups/[group]/_shared/delete-resource.tsx';
import { bindingsText } from '#app/(console)/groups/[group]/roles/role-words.ts';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { resourcePath } from '#lib/client/paths.ts';
import { type Role, roleBindings, roles } from '#lib/client/resources/resources.ts';

export interface DeleteRoleProps {
  /** The role to delete; null while no dialog is open. */
  resource: Pick<Role, 'uid' | 'name'> | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** The number of bindings named; further ones are counted. */
const NAMED = 8;

/** Names the resources that use a role. Deletes the role if there are none. */
export function DeleteRole({ resource: role, ...props }: DeleteRoleProps) {
  const bindings = useQuery({
    ...roleBindings.list({
      role: role?.uid ?? '',
      expired: 'false',
      order_by: 'created_at',
      page_size: String(NAMED),
    }),
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
          <p>{`${bindingsText(total)} ${total === 1 ? 'uses' : 'use'} it, so it cannot be deleted yet:`}</p>
          <ul className="flex flex-col border-t border-line">
            {rows.map(({ uid, identity, group }) => (
              <li key={uid} className="border-b border-line py-1.5">
                <Link href={resourcePath('access', uid)}>{identity.name}</Link>
                <span className="text-ink-2">
                  {' '}
                  on <bdi>{group.name}</bdi> and below
                </span>
              </li>
            ))}
          </ul>
          {total > rows.length && <p className="text-ink-2">and {total - rows.length} more.</p>}
        </>
      )}
    </DeleteResource>
  );
}
