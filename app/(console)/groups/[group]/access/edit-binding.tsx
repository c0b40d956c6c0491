'use client';

import { useQuery } from '@tanstack/react-query';
import { EditResource } from '#app/(console)/groups/[group]/_shared/edit-resource.tsx';
import {
  BINDING_LABELS,
  BindingFields,
  type BindingValues,
} from '#app/(console)/groups/[group]/access/binding-fields.tsx';
import { bindingName, byRuleReason } from '#app/(console)/groups/[group]/access/binding-words.ts';
import {
  isOwning,
  isOwnerRole,
  useLastOwner,
} from '#app/(console)/groups/[group]/access/use-last-owner.ts';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import { lasts } from '#lib/client/access/binding-times.ts';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { type RoleBinding, roleBindings } from '#lib/client/resources/resources.ts';

const valuesOf = ({ identity, role, startTime, expirationTime }: RoleBinding): BindingValues => ({
  identityUid: identity.uid,
  roleUid: role.uid,
  ...(startTime !== undefined && { startTime }),
  ...(expirationTime !== undefined && { expirationTime }),
});

/** Whether a binding with these values makes an owner from now on, without an end. */
const isLastingOwner = ({ roleUid, expirationTime, ttl, startTime }: BindingValues): boolean =>
  isOwnerRole(roleUid) && !ttl && lasts({ startTime, expirationTime });

/** The editor of a role binding, over its page. */
export function EditBinding({ uid }: { uid: string }) {
  const binding = useQuery(roleBindings.versioned(uid));
  const owning = binding.data && isOwning(binding.data.body) ? uid : null;
  const lastOwner = useLastOwner(owning, (one) => one.uid === uid);
  const { page } = useShownIn('access', uid);
  return (
    <LoadedEditor noun="binding" result={binding} closeHref={page}>
      {(stored) => (
        <EditResource
          client={roleBindings}
          stored={stored}
          noun="binding"
          nameOf={bindingName}
          saved={(row) => `Binding saved: ${bindingName(row)}`}
          labels={BINDING_LABELS}
          capability="role_bindings.update"
          disabledReason={byRuleReason(stored.body)}
          refusalOf={(values) => !isLastingOwner(values) && lastOwner}
          valuesOf={valuesOf}
          refresh={refreshAccess}
          closeHref={page}
        >
          {(field) => (
            <BindingFields field={field} group={stored.body.group} binding={stored.body} />
          )}
        </EditResource>
      )}
    </LoadedEditor>
  );
}
