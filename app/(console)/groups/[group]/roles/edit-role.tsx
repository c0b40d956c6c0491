'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ROLE_LABELS, RoleFields } from '#app/(console)/groups/[group]/roles/role-fields.tsx';
import { type RoleValues, valuesOf } from '#app/(console)/groups/[group]/roles/role-values.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import type { Read } from '#components/resource-form/use-form-values.ts';
import { toast } from '#components/ui/feedback/toast.tsx';
import type { Received } from '#lib/client/api.ts';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { parentUid, resourcePath } from '#lib/client/paths.ts';
import { roles, type Role } from '#lib/client/resources/resources.ts';

const readOf = ({ body, etag }: Received<Role>): Read<RoleValues> => ({
  values: valuesOf(body),
  etag,
});

/** The editor of a role over its page. */
export function EditRole({ uid }: { uid: string }) {
  const role = useQuery(roles.versioned(uid));
  return (
    <LoadedEditor noun="role" result={role} closeHref={resourcePath('roles', uid)}>
      {(answer) => <Editor uid={uid} role={answer} />}
    </LoadedEditor>
  );
}

function Editor({ uid, role }: { uid: string; role: Received<Role> }) {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const query = roles.versioned(uid);
  const read = useMemo(() => readOf(role), [role]);
  const page = resourcePath('roles', uid);
  return (
    <ResourceForm
      title={`Edit ${role.body.name}`}
      noun="role"
      read={read}
      labels={ROLE_LABELS}
      submitLabel="Save changes"
      disabledReason={missingReason(caller?.capabilities, uid, 'roles.update')}
      save={(change) => roles.update(uid, change)}
      onSaved={(saved) => {
        client.setQueryData(query.queryKey, saved);
        roles.refresh(client);
        refreshAccess(client);
        toast(`Role ${saved.body.name} saved`);
        return page;
      }}
      reload={async () => readOf(await client.fetchQuery({ ...query, staleTime: 0 }))}
      apiPath={roles.pathOf(uid)}
      closeHref={page}
    >
      {(field) => <RoleFields field={field} group={parentUid(uid) ?? ''} />}
    </ResourceForm>
  );
}
