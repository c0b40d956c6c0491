'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Impact } from '#app/(console)/groups/[group]/_shared/impact.tsx';
import { ApiCall } from '#components/api-call/api-call.tsx';
import { problemOf } from '#components/frame/problem.ts';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toastWithUndo } from '#components/undo/toast-with-undo.ts';
import { madeOf } from '#lib/client/activity/revert.ts';
import { ApiRequestError, performed } from '#lib/client/api.ts';
import { KINDS } from '#lib/client/guided-delete/kinds.ts';
import { belowOf } from '#lib/client/guided-delete/obstacles.ts';
import { deleteGroupPath } from '#lib/client/paths.ts';
import { groups, type Group, refreshGroups } from '#lib/client/resources/queries.ts';
import { groupSummary, type GroupSummary } from '#lib/client/resources/summary.ts';
import { counted } from '#lib/client/counted.ts';

export interface DeleteGroupProps {
  /** The group to delete; null while no dialog is open. */
  group: Pick<Group, 'uid' | 'name'> | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Whether a group has only role bindings, which are deleted with it. Everything else must be deleted first. */
const isEmpty = ({ counts }: GroupSummary) =>
  KINDS.every((kind) => kind.collection === 'roleBindings' || belowOf(counts, kind) === 0);

/**
 * Says what the group's deletion removes, then deletes the group. For a group that is not empty, it
 * links the guided deletion.
 */
export function DeleteGroup({ group, onClose, onDeleted }: DeleteGroupProps) {
  const router = useRouter();
  const client = useQueryClient();
  const gone = useRef<readonly string[] | null>(null);
  // Removing the query while the group's page is still mounted would fetch the group again.
  useEffect(() => {
    return () => {
      if (gone.current) client.removeQueries({ queryKey: gone.current });
    };
  }, [client]);
  const deletion = useMutation({
    mutationFn: ({ uid }: Pick<Group, 'uid' | 'name'>) => performed(groups.removal(uid)),
    onSuccess: (answer, { uid, name }) => {
      gone.current = ['groups', 'one', uid];
      onDeleted?.();
      onClose();
      toastWithUndo({
        title: `Group ${name} deleted`,
        undone: `Group ${name} is back`,
        changes: madeOf(uid, answer),
        onUndone: () => refreshGroups(client, uid),
      });
      client.removeQueries({ queryKey: gone.current, type: 'inactive' });
      refreshGroups(client, uid);
      // The focused row disappears together with the group.
      requestAnimationFrame(() => document.getElementById('content')?.focus());
    },
  });
  const close = () => {
    deletion.reset();
    onClose();
  };
  // Counts that were read earlier may be out of date, so read them again.
  const impact = useQuery({
    ...groupSummary(group?.uid ?? ''),
    enabled: group !== null && !deletion.isSuccess,
    staleTime: 0,
  });
  const { error } = deletion;
  const contents = error instanceof ApiRequestError ? contentsIn(error) : [];
  // The group may hold resources that the caller cannot see. Then the server's error counts them.
  const isFull = contents.length > 0 || (impact.data !== undefined && !isEmpty(impact.data));
  const confirm = () => {
    if (!group) return;
    if (!isFull) return deletion.mutate(group);
    close();
    router.push(deleteGroupPath(group.uid));
  };
  return (
    <AlertDialog
      isOpen={group !== null}
      onClose={close}
      title={group ? `Delete ${group.name}?` : ''}
      aside={
        group &&
        !isFull && (
          <ApiCall
            variant="ghost"
            className="mr-auto -ml-2"
            requests={() => [groups.removal(group.uid)]}
          />
        )
      }
      confirmLabel={isFull ? 'Delete with everything in it' : 'Delete group'}
      onConfirm={confirm}
      isPending={deletion.isPending}
      disabledReason={impact.isFetching && 'Checking its contents'}
    >
      <div className="flex flex-col gap-3">
        <p>
          {isFull
            ? 'The group is not empty. The next step deletes its contents first:'
            : 'Permanently deletes the group and the role bindings on it.'}
        </p>
        {group && !impact.isError && <Impact uid={group.uid} summary={impact.data} onGo={close} />}
        {contents.length > 0 && !(impact.data && !isEmpty(impact.data)) && (
          <ul className="list-disc pl-5 text-ink-2">
            {contents.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {error && contents.length === 0 && (
          <ErrorPanel title="The group was not deleted" {...problemOf(error)} />
        )}
      </div>
    </AlertDialog>
  );
}

/** The remaining contents in the server's error: "3 groups", "1 role". */
const contentsIn = ({ metadata }: ApiRequestError): string[] =>
  KINDS.filter(({ collection }) => metadata[collection] !== undefined).map(
    ({ collection, words }) => counted(Number(metadata[collection]), words),
  );
