'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiCall } from '#components/api-call/api-call.tsx';
import { problemOf } from '#components/frame/problem.ts';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { toastWithUndo } from '#components/undo/toast-with-undo.ts';
import { named } from '#components/ui/text/named.ts';
import { madeOf } from '#lib/client/activity/revert.ts';
import { ApiRequestError, performed } from '#lib/client/api.ts';
import type { ShellRequest } from '#lib/client/curl.ts';
import { ownPart } from '#lib/client/lists/look-alikes.ts';

export interface DeleteResourceProps {
  /** The resource to delete; null while no dialog is open. */
  resource: { uid: string; name: string } | null;
  /** The noun of the texts: "identity provider". */
  noun: string;
  /** "Delete", "Revoke". */
  verb: string;
  /** "deleted", "revoked". */
  done: string;
  /** The client of its collection. */
  of: { name: string; removal: (uid: string) => ShellRequest };
  /** The message after undoing the deletion; false for what has a secret, which no record has. */
  undone?: string | false;
  /** Other collections that the deletion changes. */
  alsoRefreshed?: readonly string[];
  onClose: () => void;
  onDeleted?: () => void;
  /** After the deletion, and after it was undone. */
  onChanged?: () => void;
  /** Why the deletion is not possible yet. */
  disabledReason?: string | false;
  /** The effect of the deletion. */
  children: ReactNode;
}

/** Says what the deletion removes, deletes the resource, and shows why it failed. */
export function DeleteResource(props: DeleteResourceProps) {
  const { resource, noun, verb, of } = props;
  const client = useQueryClient();
  const gone = useRef<readonly string[] | null>(null);
  // Forgetting the resource while its page is mounted would fetch it again.
  useEffect(() => {
    return () => {
      if (gone.current) client.removeQueries({ queryKey: gone.current });
    };
  }, [client]);
  const deletion = useMutation({
    mutationFn: ({ uid }: { uid: string; name: string }) => performed(of.removal(uid)),
    onSuccess: (answer, { uid, name }) => {
      gone.current = [of.name, 'one', uid];
      props.onDeleted?.();
      props.onClose();
      const title = named`${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${name} ${props.done}`;
      const { undone = named`${name} is back` } = props;
      const refresh = () => {
        for (const changed of [of.name, ...(props.alsoRefreshed ?? [])]) {
          void client.invalidateQueries({ queryKey: [changed, 'list'] });
        }
        props.onChanged?.();
      };
      if (undone === false) toast(title);
      else toastWithUndo({ title, undone, changes: madeOf(uid, answer), onUndone: refresh });
      client.removeQueries({ queryKey: gone.current, type: 'inactive' });
      refresh();
      // The focused element no longer exists.
      requestAnimationFrame(() => document.getElementById('content')?.focus());
    },
  });
  const close = () => {
    deletion.reset();
    props.onClose();
  };
  const { error } = deletion;
  const isLastOwner =
    error instanceof ApiRequestError &&
    error.preconditions.some(({ type }) => type === 'LAST_OWNER');
  return (
    <AlertDialog
      isOpen={resource !== null}
      onClose={close}
      title={resource ? `${verb} ${resource.name}?` : ''}
      aside={
        resource && (
          <ApiCall
            variant="ghost"
            className="mr-auto -ml-2"
            requests={() => [of.removal(resource.uid)]}
          />
        )
      }
      confirmLabel={`${verb} ${noun}`}
      onConfirm={() => resource && deletion.mutate(resource)}
      isPending={deletion.isPending}
      disabledReason={(isLastOwner && 'Another owner is needed first') || props.disabledReason}
    >
      <div className="flex flex-col gap-3">
        {/* Another resource may have a name that looks the same. */}
        {resource && <p className="font-mono text-sm text-ink-2">{ownPart(resource.uid)}</p>}
        {resource && props.children}
        {error && <ErrorPanel title={`The ${noun} was not ${props.done}`} {...problemOf(error)} />}
      </div>
    </AlertDialog>
  );
}
