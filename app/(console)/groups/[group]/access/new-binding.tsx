'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import {
  BINDING_LABELS,
  BindingFields,
  type BindingValues,
} from '#app/(console)/groups/[group]/access/binding-fields.tsx';
import { bindingName } from '#app/(console)/groups/[group]/access/binding-words.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath, resourcePath } from '#lib/client/paths.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { roleBindings } from '#lib/client/resources/resources.ts';

/** Binds a role to an identity in a group. From the page of an identity, the group can be chosen. */
export function NewBinding({ group }: { group: string }) {
  const client = useQueryClient();
  const params = useSearchParams();
  const search = String(params);
  const identityUid = params.get('for') ?? '';
  const [chosen, setChosen] = useState(group);
  const { data: caller } = useQuery(currentCaller());
  const { data: holder } = useQuery(groupQuery(chosen));
  const list = groupPath(group, 'access') + (search === '' ? '' : `?${search}`);
  const back = identityUid === '' ? list : resourcePath('identities', identityUid, group);
  const usual: BindingValues = { identityUid, roleUid: '' };
  const given = identityUid === '' ? {} : { identityUid };
  return (
    <ResourceForm
      title={holder ? `New binding on ${holder.name}` : 'New binding'}
      noun="binding"
      isNew
      read={{ values: usual, etag: null }}
      labels={BINDING_LABELS}
      submitLabel="Create binding"
      disabledReason={missingReason(caller?.capabilities, chosen, 'role_bindings.create')}
      apiPath={roleBindings.pathOf(chosen)}
      sent={({ body }) => ({ body: { ...given, ...body }, updateMask: [] })}
      save={({ body }) => roleBindings.create(chosen, { ...given, ...body })}
      onSaved={(binding) => {
        refreshAccess(client);
        toast(`${bindingName(binding)}: granted on ${binding.group.name}`);
        return back;
      }}
      closeHref={back}
    >
      {(field) => (
        <>
          {identityUid !== '' && (
            <ResourcePicker
              label="Group"
              resource="groups"
              value={chosen}
              onChange={(uid) => setChosen(uid ?? group)}
              isRequired
            />
          )}
          <BindingFields
            field={field}
            group={{ uid: chosen, name: holder?.name ?? 'this group' }}
          />
        </>
      )}
    </ResourceForm>
  );
}
