'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { ROLE_LABELS, RoleFields } from '#app/(console)/groups/[group]/roles/role-fields.tsx';
import { NEW_ROLE } from '#app/(console)/groups/[group]/roles/role-values.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath, resourcePath } from '#lib/client/paths.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { roles } from '#lib/client/resources/resources.ts';

const NOTHING = { values: NEW_ROLE, etag: null };

/** Creates a role in a group and leads to it. */
export function NewRole({ group }: { group: string }) {
  const client = useQueryClient();
  const search = String(useSearchParams());
  const { data: caller } = useQuery(currentCaller());
  const { data: holder } = useQuery(groupQuery(group));
  const list = groupPath(group, 'roles');
  return (
    <ResourceForm
      title={holder ? `New role in ${holder.name}` : 'New role'}
      noun="role"
      isNew
      read={NOTHING}
      labels={ROLE_LABELS}
      submitLabel="Create role"
      disabledReason={missingReason(caller?.capabilities, group, 'roles.create')}
      apiPath={roles.pathOf(group)}
      // None is as wrong as too few, and the API says so where it is named.
      save={({ body }) => roles.create(group, { capabilities: [], ...body })}
      onSaved={({ uid, name }) => {
        roles.refresh(client);
        toast(`Role ${name} created`);
        return resourcePath('roles', uid);
      }}
      closeHref={search === '' ? list : `${list}?${search}`}
    >
      {(field) => <RoleFields field={field} group={group} isNew />}
    </ResourceForm>
  );
}
