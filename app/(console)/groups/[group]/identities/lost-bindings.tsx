'use client';

import { useQuery } from '@tanstack/react-query';
import { BindingLines, bindingsOf } from '#app/(console)/groups/[group]/_shared/binding-lines.tsx';
import { LeavingNote } from '#app/(console)/groups/[group]/identities/leaving-note.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { counted } from '#lib/client/counted.ts';

/** What goes with an identity. */
export default function LostBindings({ uid }: { uid: string }) {
  const { data: caller } = useQuery(currentCaller());
  const bindings = useQuery(bindingsOf({ identity: uid }));
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
      <LeavingNote />
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
            {counted(total, ['role binding is', 'role bindings are'])} deleted with it:
          </p>
          <BindingLines
            bindings={rows}
            total={total}
            nameOf={({ role }) => <span className="font-medium">{role.name}</span>}
          />
        </>
      )}
    </>
  );
}
