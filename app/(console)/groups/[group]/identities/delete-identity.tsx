'use client';

import { useLastOwner } from '#app/(console)/groups/[group]/access/use-last-owner.ts';
import { DeleteResource } from '#app/(console)/groups/[group]/_shared/delete-resource.tsx';
import { later } from '#components/ui/later.tsx';
import { identities, type Identity } from '#lib/client/resources/resources.ts';

const LostBindings = later(
  () => import('#app/(console)/groups/[group]/identities/lost-bindings.tsx'),
);

export interface DeleteIdentityProps {
  /** The identity to delete; null while no dialog is open. */
  identity: Pick<Identity, 'uid' | 'name'> | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says which access the identity loses, and deletes it. */
export function DeleteIdentity({ identity, onClose, onDeleted }: DeleteIdentityProps) {
  const lastOwner = useLastOwner(
    identity?.uid ?? null,
    (owner) => owner.identity.uid === identity?.uid,
  );
  return (
    <DeleteResource
      resource={identity}
      noun="identity"
      verb="Delete"
      done="deleted"
      of={identities}
      alsoRefreshed={['roleBindings']}
      disabledReason={lastOwner}
      onClose={onClose}
      {...(onDeleted && { onDeleted })}
    >
      {lastOwner && <p className="font-medium text-danger">{lastOwner}</p>}
      {identity && <LostBindings uid={identity.uid} />}
    </DeleteResource>
  );
}
