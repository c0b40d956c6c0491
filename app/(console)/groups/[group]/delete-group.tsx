'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { problemOf } from '#components/frame/problem.ts';
import { AlertDialog } from '#components/ui/alert-dialog.tsx';
import { ErrorPanel } from '#components/ui/error-panel.tsx';
import { Link } from '#components/ui/link.tsx';
import { toast } from '#components/ui/toast.tsx';
import { ApiRequestError } from '#lib/client/api.ts';
import { groupPath } from '#lib/client/paths.ts';
import { deleteGroup, type Group, refreshGroups } from '#lib/client/queries.ts';

export interface DeleteGroupProps {
  /** The group to delete; null while nothing is asked. */
  group: Pick<Group, 'uid' | 'name'> | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says what deleting a group does, does it, and shows what still stands in the way. */
export function DeleteGroup({ group, onClose, onDeleted }: DeleteGroupProps) {
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
  const { error } = deletion;
  const contents = error instanceof ApiRequestError ? error.preconditions : [];
  return (
    <AlertDialog
      isOpen={group !== null}
      onClose={close}
      title={group ? `Delete ${group.name}?` : ''}
      confirmLabel="Delete group"
      onConfirm={() => group && deletion.mutate(group)}
      isPending={deletion.isPending}
      disabledReason={contents.length > 0 && 'It has to be empty first'}
    >
      <div className="flex flex-col gap-3">
        <p>
          The group and the role bindings on it are gone for good, and whoever reached it only
          through them no longer does. Only an empty group can be deleted.
        </p>
        {group && contents.length > 0 && (
          <Contents uid={group.uid} contents={contents} onGo={close} />
        )}
        {error && contents.length === 0 && (
          <ErrorPanel title="The group was not deleted" {...problemOf(error)} />
        )}
      </div>
    </AlertDialog>
  );
}

interface ContentsProps {
  uid: string;
  contents: readonly { subject?: string; description: string }[];
  onGo: () => void;
}

/** "group a/b contains 3 child groups" is told here as "3 child groups". */
const countedKind = (description: string) => description.replace(/^.* contains /, '');

function Contents({ uid, contents, onGo }: ContentsProps) {
  return (
    <ErrorPanel
      title="The group is not empty"
      why={
        <>
          It still contains
          <ul className="list-disc pl-5">
            {contents.map(({ subject, description }) => (
              <li key={description}>
                {subject === 'Group' ? (
                  <Link href={groupPath(uid, 'children')} onClick={onGo}>
                    {countedKind(description)}
                  </Link>
                ) : (
                  countedKind(description)
                )}
              </li>
            ))}
          </ul>
        </>
      }
      remedy="Delete what is in it first, then the group."
    />
  );
}
