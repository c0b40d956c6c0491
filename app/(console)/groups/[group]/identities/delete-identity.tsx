'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { currentCaller } from '#components/frame/data.ts';
import { problemOf } from '#components/frame/problem.ts';
import { AlertDialog } from '#components/ui/alert-dialog.tsx';
import { ErrorPanel } from '#components/ui/error-panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { toast } from '#components/ui/toast.tsx';
import { ApiRequestError } from '#lib/client/api.ts';
import { identities, type Identity, roleBindings } from '#lib/client/resources.ts';

export interface DeleteIdentityProps {
  /** The identity to delete; null while nothing is asked. */
  identity: Pick<Identity, 'uid' | 'name'> | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says which access goes with an identity, deletes it, and shows what stands in the way. */
export function DeleteIdentity({ identity, onClose, onDeleted }: DeleteIdentityProps) {
  const client = useQueryClient();
  const gone = useRef<readonly string[] | null>(null);
  // While its page still stands, forgetting the identity would ask for it once more.
  useEffect(() => {
    return () => {
      if (gone.current) client.removeQueries({ queryKey: gone.current });
    };
  }, [client]);
  const deletion = useMutation({
    mutationFn: ({ uid }: Pick<Identity, 'uid' | 'name'>) => identities.remove(uid),
    onSuccess: (_, { uid, name }) => {
      gone.current = ['identities', 'one', uid];
      onDeleted?.();
      onClose();
      toast(`Identity ${name} deleted`);
      client.removeQueries({ queryKey: gone.current, type: 'inactive' });
      identities.refresh(client);
      roleBindings.refresh(client);
      // What had the focus is gone as well.
      requestAnimationFrame(() => document.getElementById('content')?.focus());
    },
  });
  const close = () => {
    deletion.reset();
    onClose();
  };
  const { error } = deletion;
  const isStuck = error instanceof ApiRequestError && error.preconditions.length > 0;
  return (
    <AlertDialog
      isOpen={identity !== null}
      onClose={close}
      title={identity ? `Delete ${identity.name}?` : ''}
      confirmLabel="Delete identity"
      onConfirm={() => identity && deletion.mutate(identity)}
      isPending={deletion.isPending}
      disabledReason={isStuck && 'Another owner is needed first'}
    >
      <div className="flex flex-col gap-3">
        {identity && <Impact uid={identity.uid} />}
        {error && <ErrorPanel title="The identity was not deleted" {...problemOf(error)} />}
      </div>
    </AlertDialog>
  );
}

/** How many bindings are named before the rest is counted. */
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
        <p className="font-medium text-danger">This is you: you lose what it gives you at once.</p>
      )}
      {bindings.isPending && <Skeleton className="h-15 w-full" />}
      {bindings.isError && (
        <p>Whoever signs in as it loses all access that it has. Its bindings could not be read.</p>
      )}
      {bindings.data && total === 0 && (
        <p>No role is bound to it that you can see. Tokens that it matches are no longer known.</p>
      )}
      {total > 0 && (
        <>
          <p>
            Whoever signs in as it loses access with the next request.{' '}
            {total === 1 ? '1 role binding goes' : `${total} role bindings go`} with it:
          </p>
          <ul className="flex flex-col border-t border-line">
            {rows.map(({ uid: bindingUid, role, group }) => (
              <li key={bindingUid} className="border-b border-line py-1.5">
                <span className="font-medium">{role.name}</span>
                <span className="text-ink-2"> on {group.name} and below</span>
              </li>
            ))}
          </ul>
          {total > rows.length && <p className="text-ink-2">and {total - rows.length} more.</p>}
        </>
      )}
    </>
  );
}
