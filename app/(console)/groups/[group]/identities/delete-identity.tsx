'use client';

import { useQuery } from '@tanstack/react-query';
import { useLastOwner } from '#app/(console)/groups/[group]/access/use-last-owner.ts';
import { DeleteResource } from '#app/(console)/groups/[group]/_shared/delete-resource.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { identities, type Identity, roleBindings } from '#lib/client/resources/resources.ts';

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
      stuckReason="Another owner is needed first"
      onClose={onClose}
      {...(onDeleted && { onDeleted })}
    >
      {lastOwner && <p className="font-medium text-danger">{lastOwner}</p>}
      {identity && <Impact uid={identity.uid} />}
    </DeleteResource>
  );
}

/** The number of bindings named; further ones are counted. */
const NAMED = 8;

function Impact({ uid }: { uid: string }) {
  const { data: caller } = useQuery(currentCaller());
  const bindings = useQuery(
    roleBindings.list({ identity: uid, order_by: 'created_at', page_size: String(NAMED) }),
  );
  const isOwn = caller?.identities.some((identity) => identity.uid === uid) ?? false;
  const total = Number(bindings.data?.totalCount ?? 0);
  const rows = bindings.data?.roleBindings ?? [];
  return (
    <>
      {isOwn && (
        <p className="font-medium text-danger">
          This is you. You immediately lose the access that it gives you.
        </p>
      )}
      {bindings.isPending && <Skeleton className="h-15 w-full" />}
      {bindings.isError && (
        <p>
          People who sign in as this identity lose its access. Its role bindings could not be
          loaded.
        </p>
      )}
      {bindings.data && total === 0 && (
        <p>It has no role that you can see. Tokens that match it are no longer recognized.</p>
      )}
      {total > 0 && (
        <>
          <p>
            People who sign in as this identity lose access immediately.{' '}
            {total === 1 ? '1 role binding is' : `${total} role bindings are`} deleted with it:
          </p>
          <ul className="flex flex-col border-t border-line">
            {rows.map(({ uid: bindingUid, role, group }) => (
              <li key={bindingUid} className="border-b border-line py-1.5">
                <span className="font-medium">{role.name}</span>
                <span className="text-ink-2">
                  {' '}
                  on <bdi>{group.name}</bdi> and below
                </span>
              </li>
            ))}
          </ul>
          {total > rows.length && <p className="text-ink-2">and {total - rows.length} more.</p>}
        </>
      )}
    </>
  );
}
