'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Asking } from '#app/(console)/groups/[group]/delete/asking.tsx';
import { Running } from '#app/(console)/groups/[group]/delete/running.tsx';
import { useDeletion } from '#app/(console)/groups/[group]/delete/use-deletion.ts';
import { useUnsavedGuard } from '#components/resource-form/use-unsaved-guard.ts';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { KINDS } from '#lib/client/guided-delete/kinds.ts';
import { belowOf } from '#lib/client/guided-delete/obstacles.ts';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { type Group, groupQuery } from '#lib/client/resources/queries.ts';
import { groupSummary } from '#lib/client/resources/summary.ts';

/** Deletes a group that is not empty: shows what it contains, then the progress. */
export function GuidedDelete({ uid }: { uid: string }) {
  const { data: group } = useQuery(groupQuery(uid));
  return group ? <OfGroup group={group} /> : <Skeleton className="h-5 w-60" />;
}

const speaksOf = (queryKey: readonly unknown[], uid: string) =>
  JSON.stringify(queryKey).includes(uid);

function OfGroup({ group }: { group: Group }) {
  const { uid, name } = group;
  const router = useRouter();
  const client = useQueryClient();
  const isGone = useRef(false);
  // Forgetting the group while its page is mounted would fetch it again.
  useEffect(() => {
    return () => {
      if (!isGone.current) return;
      client.removeQueries({ predicate: ({ queryKey }) => speaksOf(queryKey, uid) });
    };
  }, [client, uid]);

  const deletion = useDeletion(group);
  const isUnderWay = deletion.phase === 'reading' || deletion.phase === 'running';
  const guard = useUnsavedGuard(isUnderWay);
  const leave = () => {
    isGone.current = true;
    const parent = parentUid(uid);
    guard.leaveSaved(() => router.replace(parent ? groupPath(parent, 'children') : '/groups'));
    toast(`Group ${name} deleted with everything in it`);
    void client.invalidateQueries({ predicate: ({ queryKey }) => !speaksOf(queryKey, uid) });
    // The focused element no longer exists.
    requestAnimationFrame(() => document.getElementById('content')?.focus());
  };
  // Not where there are none: it may need capabilities that the rest does not.
  const summary = useQuery(groupSummary(uid));
  const hasContents = KINDS.some(
    (kind) => kind.isContents && belowOf(summary.data?.counts ?? {}, kind) > 0,
  );
  const start = () => deletion.start(hasContents, leave);

  return (
    <div className="flex max-w-160 flex-col gap-6 pb-6">
      <h2 className="text-lg font-semibold break-words">Delete {name} with everything in it</h2>
      {deletion.phase === 'asking' ? (
        <Asking group={group} onStart={start} />
      ) : (
        <Running group={group} deletion={deletion} onStart={start} />
      )}
      <AlertDialog
        isOpen={guard.isAsking && isUnderWay}
        onClose={guard.keepEditing}
        title="Stop deleting?"
        confirmLabel="Stop and leave"
        cancelLabel="Keep deleting"
        onConfirm={guard.discard}
      >
        Deleting continues only while this page is open. Deleted resources stay deleted. You can
        come back and delete the rest.
      </AlertDialog>
    </div>
  );
}
