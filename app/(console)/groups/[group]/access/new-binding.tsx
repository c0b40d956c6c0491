'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import {
  BINDING_LABELS,
  BindingFields,
  type BindingValues,
} from '#app/(console)/groups/[group]/access/binding-fields.tsx';
import { bindingName } from '#app/(console)/groups/[group]/access/binding-words.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath } from '#lib/client/paths.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { roleBindings } from '#lib/client/resources/resources.ts';

const NOTHING = { values: { identityUid: '', roleUid: '' } satisfies BindingValues, etag: null };

/** Binds a role to an identity in a group. */
export function NewBinding({ group }: { group: string }) {
  const client = useQueryClient();
  const search = String(useSearchParams());
  const { data: caller } = useQuery(currentCaller());
  const { data: holder } = useQuery(groupQuery(group));
  const list = groupPath(group, 'access') + (search === '' ? '' : `?${search}`);
  return (
    <ResourceForm
      title={holder ? `New binding on ${holder.name}` : 'New binding'}
      noun="binding"
      isNew
      read={NOTHING}
      labels={BINDING_LABELS}
      submitLabel="Create binding"
      disabledReason={missingReason(caller?.capabilities, group, 'role_bindings.create')}
      apiPath={roleBindings.pathOf(group)}
      save={({ body }) => roleBindings.create(group, body)}
      onSaved={(binding) => {
        refreshAccess(client);
        toast(`${bindingName(binding)}: granted on ${binding.group.name}`);
        return list;
      }}
      closeHref={list}
    >
      {(field) => (
        <BindingFields field={field} group={{ uid: group, name: holder?.name ?? 'this group' }} />
      )}
    </ResourceForm>
  );
}
