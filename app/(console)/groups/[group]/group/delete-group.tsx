'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Impact } from '#app/(console)/groups/[group]/shared/impact.tsx';
import { problemOf } from '#components/frame/problem.ts';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { ApiRequestError } from '#lib/client/api.ts';
import { KINDS } from '#lib/client/guided-delete/kinds.ts';
import { belowOf } from '#lib/client/guided-delete/obstacles.ts';
import { deleteGroupPath } from '#lib/client/paths.ts';
import { deleteGroup, type Group, refreshGroups } from '#lib/client/resources/queries.ts';
import { groupSummary, type GroupSummary } from '#lib/client/resources/summary.ts';

export interface DeleteGroupProps {
  /** The group to delete; null while nothing is asked. */
  group: Pick<Group, 'uid' | 'name'> | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Role bindings go with a group; anything else has to be gone before it. */
const isEmpty = ({ counts }: GroupSummary) =>
  KINDS.every((kind) => kind.collection === 'roleBindings' || belowOf(counts, kind) === 0);

/** Says what goes with a group, then deletes it, or leads to where all that is in it goes first. */
export function DeleteGroup({ group, onClose, onDeleted }: DeleteGroupProps) {
  const router = useRouter();
  const client = useQueryClient();
  const gone = useRef<readonly string[] | null>(null);
  // While its page still stands, forgetting the group would ask for it once more.
  useEffect(() => {
    return () => {
      if (gone.current) client.removeQueries({ queryKey: gone.current });
    };
  }, [client]);
  const deletion = useMutation({
    mutationFn: ({ uid }: Pick<Group, 'uid' | 'name'>) => deleteGroup(uid),
    onSuccess: (_, { uid, name }) => {
      gone.current = ['groups', 'one', uid];
      onDeleted?.();
      onClose();
      toast(`Group ${name} deleted`);
      client.removeQueries({ queryKey: gone.current, type: 'inactive' });
      refreshGroups(client, uid);
      // What had the focus is gone as well.
      requestAnimationFrame(() => document.getElementById('content')?.focus());
    },
  });
  const close = () => {
    deletion.reset();
    onClose();
  };
  // What was true a moment ago is not good enough to be told what goes.
  const impact = useQuery({
    ...groupSummary(group?.uid ?? ''),
    enabled: group !== null && !deletion.isSuccess,
    staleTime: 0,
  });
  const { error } = deletion;
  const contents = error instanceof ApiRequestError ? error.preconditions : [];
  // What the caller may not see can be in it all the same; then the server says so.
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
      confirmLabel={isFull ? 'Delete with everything in it' : 'Delete group'}
      onConfirm={confirm}
      isPending={deletion.isPending}
      disabledReason={impact.isFetching && 'Looking at what is in it'}
    >
      <div className="flex flex-col gap-3">
        <p>
          {isFull
            ? 'The group is not empty. What is in it has to go first, which you can have done in the next step:'
            : 'The group and the role bindings on it are gone for good.'}
        </p>
        {group && !impact.isError && <Impact uid={group.uid} summary={impact.data} onGo={close} />}
        {contents.length > 0 && !(impact.data && !isEmpty(impact.data)) && (
          <ul className="list-disc pl-5 text-ink-2">
            {contents.map(({ description }) => (
              <li key={description}>{countedKind(description)}</li>
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

/** "group a/b contains 3 child groups" is told here as "3 child groups". */
const countedKind = (description: string) => description.replace(/^.* contains /, '');
