'use client';

import { NewResource } from '#app/(console)/groups/[group]/_shared/new-resource.tsx';
import { ROLE_LABELS, RoleFields } from '#app/(console)/groups/[group]/roles/role-fields.tsx';
import { NEW_ROLE } from '#app/(console)/groups/[group]/roles/role-values.ts';
import { toast } from '#components/ui/feedback/toast.tsx';
import { named } from '#components/ui/text/named.ts';
import { resourcePath } from '#lib/client/paths.ts';
import { roles } from '#lib/client/resources/resources.ts';

/** Creates a role in a group and opens it. */
export const NewRole = ({ group }: { group: string }) => (
  <NewResource
    client={roles}
    group={group}
    tab="roles"
    noun="role"
    labels={ROLE_LABELS}
    capability="roles.create"
    newValues={NEW_ROLE}
    // Always sent, so that the API reports an empty list at its field.
    bodyOf={(values) => ({ capabilities: [], ...values })}
    // Who has typed a name has not forgotten the capabilities yet.
    shown={(values) => values}
    onCreated={({ uid, name }) => {
      toast(named`Role ${name} created`);
      return resourcePath('roles', uid);
    }}
  >
    {(field) => <RoleFields field={field} group={group} isNew />}
  </NewResource>
);
