'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { KEY_LABELS, KeyFields } from '#app/(console)/groups/[group]/keys/key-fields.tsx';
import { KeyShown } from '#app/(console)/groups/[group]/keys/key-shown.tsx';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { typedList } from '#lib/client/typed-list.ts';
import { groupPath, newPath } from '#lib/client/paths.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { type IdentityKey, identityKeys } from '#lib/client/resources/resources.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

export interface KeyValues {
  name: string;
  identityUid: string;
  ttl: string;
  roleUid?: string;
  /** The typed text. */
  allowedNetworks: string;
}

const creationOf = ({ allowedNetworks, ...values }: KeyValues) => ({
  ...values,
  ...(allowedNetworks !== '' && { allowedNetworks: typedList(allowedNetworks) }),
});

/**
 * Creates a key, then shows it, this once. From the list of one identity's keys, it creates a key of
 * that identity.
 */
export function NewKey({ group }: { group: string }) {
  const client = useQueryClient();
  const params = useSearchParams();
  const search = String(params);
  const { data: caller } = useQuery(currentCaller());
  const { data: holder } = useQuery(groupQuery(group));
  const [made, setMade] = useState<IdentityKey | null>(null);
  const identities = params.getAll('identity');
  const [identityUid = ''] = identities.length === 1 ? identities : [];
  const usual: KeyValues = { name: '', identityUid, ttl: '7776000s', allowedNetworks: '' };
  const under = search === '' ? '' : `?${search}`;
  const list = groupPath(group, 'keys') + under;
  if (made) return <KeyShown identityKey={made} closeHref={list} />;
  return (
    <ResourceForm
      title={holder ? `New key in ${holder.name}` : 'New key'}
      noun="key"
      isNew
      read={{ values: usual, etag: null }}
      labels={KEY_LABELS}
      submitLabel="Create key"
      disabledReason={missingReason(caller?.capabilities, group, 'identity_keys.create')}
      apiPath={identityKeys.pathOf(group)}
      sent={({ body }) => ({ body: creationOf({ ...usual, ...body }), updateMask: [] })}
      save={({ body }) => identityKeys.create(group, creationOf({ ...usual, ...body }))}
      onSaved={(key) => {
        identityKeys.refresh(client);
        setMade(key);
        // Stays at the address, where the key appears.
        return newPath(group, 'keys') + under;
      }}
      closeHref={list}
    >
      {(field) => <KeyFields field={field} group={group} />}
    </ResourceForm>
  );
}
