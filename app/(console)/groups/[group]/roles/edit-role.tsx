'use client';

import { useQuery } from '@tanstack/react-query';
import { EditResource } from '#app/(console)/groups/[group]/_shared/edit-resource.tsx';
import { ROLE_LABELS, RoleFields } from '#app/(console)/groups/[group]/roles/role-fields.tsx';
import { valuesOf } from '#app/(console)/groups/[group]/roles/role-values.ts';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { parentUid } from '#lib/client/paths.ts';
import { roles } from '#lib/client/resources/resources.ts';

/** The editor of a role, over its page. */
export function EditRole({ uid }: { uid: string }) {
  const role = useQuery(roles.versioned(uid));
  const { page } = useShownIn('roles', uid);
  return (
    <LoadedEditor noun="role" result={role} closeHref={page}>
      {(stored) => (
        <EditResource
          client={roles}
          stored={stored}
          noun="role"
          nameOf={({ name }) => name}
          labels={ROLE_LABELS}
          capability="roles.update"
          valuesOf={valuesOf}
          refresh={(client) => {
            roles.refresh(client);
            // It changes what its holders may do.
            refreshAccess(client);
          }}
          closeHref={page}
        >
          {(field) => <RoleFields field={field} group={parentUid(uid) ?? ''} />}
        </EditResource>
      )}
    </LoadedEditor>
  );
}
