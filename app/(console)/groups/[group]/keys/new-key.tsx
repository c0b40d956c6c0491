'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { NewResource } from '#app/(console)/groups/[group]/_shared/new-resource.tsx';
import { KEY_LABELS, KeyFields } from '#app/(console)/groups/[group]/keys/key-fields.tsx';
import { KeyShown } from '#app/(console)/groups/[group]/keys/key-shown.tsx';
import { typedList } from '#lib/client/typed-list.ts';
import { groupPath, newPath } from '#lib/client/paths.ts';
import { type IdentityKey, identityKeys } from '#lib/client/resources/resources.ts';

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
  const params = useSearchParams();
  const [made, setMade] = useState<IdentityKey | null>(null);
  const identities = params.getAll('identity');
  const [identityUid = ''] = identities.length === 1 ? identities : [];
  const usual: KeyValues = { name: '', identityUid, ttl: '7776000s', allowedNetworks: '' };
  const under = params.size === 0 ? '' : `?${params}`;
  if (made) return <KeyShown identityKey={made} closeHref={groupPath(group, 'keys') + under} />;
  return (
    <NewResource
      client={identityKeys}
      group={group}
      tab="keys"
      noun="key"
      labels={KEY_LABELS}
      capability="identity_keys.create"
      newValues={usual}
      bodyOf={(values) => creationOf({ ...usual, ...values })}
      onCreated={(key) => {
        setMade(key);
        // Stays at the address, where the key appears.
        return newPath(group, 'keys') + under;
      }}
    >
      {(field) => <KeyFields field={field} group={group} />}
    </NewResource>
  );
}
