'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { problemOf } from '#components/frame/problem.ts';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { ApiRequestError } from '#lib/client/api.ts';

export interface DeleteResourceProps {
  /** What is asked about; null while nothing is. */
  resource: { uid: string; name: string } | null;
  /** What it is: "identity provider". */
  noun: string;
  /** "Delete", "Revoke". */
  verb: string;
  /** "deleted", "revoked". */
  done: string;
  remove: (uid: string) => Promise<void>;
  /** The collection that it is of, as the keys of queries begin. */
  collection: string;
  /** Other collections that lose something with it. */
  alsoRefreshed?: readonly string[];
  onClose: () => void;
  onDeleted?: () => void;
  /** Why it cannot be done yet. */
  disabledReason?: string | false;
  /** What has to be done first where the server says that something stands in the way. */
  stuckReason?: string;
  /** What will happen. */
  children: ReactNode;
}

/** Says what goes with a resource, deletes it, and shows why it could not be. */
export function DeleteResource(props: DeleteResourceProps) {
  const { resource, noun, verb, collection } = props;
  const client = useQueryClient();
  const gone = useRef<readonly string[] | null>(null);
  // While its page still stands, forgetting it would ask for it once more.
  useEffect(() => {
    return () => {
      if (gone.current) client.removeQueries({ queryKey: gone.current });
    };
  }, [client]);
  const deletion = useMutation({
    mutationFn: ({ uid }: { uid: string; name: string }) => props.remove(uid),
    onSuccess: (_, { uid, name }) => {
      gone.current = [collection, 'one', uid];
      props.onDeleted?.();
      props.onClose();
      toast(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${name} ${props.done}`);
      client.removeQueries({ queryKey: gone.current, type: 'inactive' });
      for (const changed of [collection, ...(props.alsoRefreshed ?? [])]) {
        void client.invalidateQueries({ queryKey: [changed, 'list'] });
      }
      // What had the focus is gone as well.
      requestAnimationFrame(() => document.getElementById('content')?.focus());
    },
  });
  const close = () => {
    deletion.reset();
    props.onClose();
  };
  const { error } = deletion;
  const isStuck = error instanceof ApiRequestError && error.preconditions.length > 0;
  return (
    <AlertDialog
      isOpen={resource !== null}
      onClose={close}
      title={resource ? `${verb} ${resource.name}?` : ''}
      confirmLabel={`${verb} ${noun}`}
      onConfirm={() => resource && deletion.mutate(resource)}
      isPending={deletion.isPending}
      disabledReason={(isStuck && props.stuckReason) || props.disabledReason}
    >
      <div className="flex flex-col gap-3">
        {resource && props.children}
        {error && <ErrorPanel title={`The ${noun} was not ${props.done}`} {...problemOf(error)} />}
      </div>
    </AlertDialog>
  );
}
