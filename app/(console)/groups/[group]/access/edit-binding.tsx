'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  BINDING_LABELS,
  BindingFields,
  type BindingValues,
} from '#app/(console)/groups/[group]/access/binding-fields.tsx';
import { bindingName, byRuleReason } from '#app/(console)/groups/[group]/access/binding-words.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import type { Read } from '#components/resource-form/use-form-values.ts';
import { toastWithUndo } from '#components/undo/toast-with-undo.ts';
import type { Received } from '#lib/client/api.ts';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { type RoleBinding, roleBindings } from '#lib/client/resources/resources.ts';

const readOf = ({ body, etag }: Received<RoleBinding>): Read<BindingValues> => ({
  values: { identityUid: body.identity.uid, roleUid: body.role.uid },
  etag,
});

/** The editor of a role binding, over its page. */
export function EditBinding({ uid }: { uid: string }) {
  const binding = useQuery(roleBindings.versioned(uid));
  const { page } = useShownIn('access', uid);
  return (
    <LoadedEditor noun="binding" result={binding} closeHref={page}>
      {(answer) => <Editor uid={uid} binding={answer} />}
    </LoadedEditor>
  );
}

function Editor({ uid, binding }: { uid: string; binding: Received<RoleBinding> }) {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const query = roleBindings.versioned(uid);
  const read = useMemo(() => readOf(binding), [binding]);
  const { page } = useShownIn('access', uid);
  const show = (saved: Received<RoleBinding>) => {
    client.setQueryData(query.queryKey, saved);
    refreshAccess(client);
  };
  return (
    <ResourceForm
      title={`Edit ${bindingName(binding.body)}`}
      noun="binding"
      read={read}
      labels={BINDING_LABELS}
      submitLabel="Save changes"
      disabledReason={
        byRuleReason(binding.body) ||
        missingReason(caller?.capabilities, uid, 'role_bindings.update')
      }
      apiPath={roleBindings.pathOf(uid)}
      save={(change) => roleBindings.update(uid, change)}
      onSaved={(saved, back) => {
        show(saved);
        toastWithUndo({
          title: `Binding saved: ${bindingName(saved.body)}`,
          undo: async () => show(await roleBindings.update(uid, { ...back, etag: saved.etag })),
        });
        return page;
      }}
      reload={async () => readOf(await client.fetchQuery({ ...query, staleTime: 0 }))}
      closeHref={page}
    >
      {(field) => <BindingFields field={field} group={binding.body.group} binding={binding.body} />}
    </ResourceForm>
  );
}
