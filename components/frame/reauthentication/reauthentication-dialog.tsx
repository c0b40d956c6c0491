'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ByPasskey } from '#components/frame/reauthentication/by-passkey.tsx';
import { ByPassword } from '#components/frame/reauthentication/by-password.tsx';
import { ByProvider } from '#components/frame/reauthentication/by-provider.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { useLatest } from '#components/ui/hooks/use-latest.ts';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import type { Caller } from '#lib/client/session/caller.ts';
import { authentication } from '#lib/client/session/reauthentication.ts';

interface Props {
  /** The person for whom the page was loaded. */
  person: Caller | undefined;
  onEnd: (isConfirmed: boolean) => void;
}

/** Lets the person confirm who they are, in the ways that they have. */
export default function ReauthenticationDialog({ person, onEnd }: Props) {
  const result = useQuery(authentication());
  const { data } = result;
  const latest = useLatest(onEnd);
  // The person may have confirmed the sign-in for another request meanwhile.
  useEffect(() => {
    if (data?.recent) latest.current(true);
  }, [data, latest]);
  const props = { onConfirmed: () => onEnd(true), onClose: () => onEnd(false) };
  if (data?.password) return <ByPassword {...props} hasPasskey={data.passkey} />;
  if (data?.passkey) return <ByPasskey {...props} />;
  if (data?.provider) return <ByProvider {...props} person={person} provider={data.provider} />;
  return (
    <Dialog isOpen title="Confirm that it is you" onClose={props.onClose}>
      {data && <p>Sign out and sign in again, because this session cannot be confirmed.</p>}
      {result.isError && <QueryProblem title="The confirmation could not start" query={result} />}
      {result.isPending && (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-15 w-full" />
        </div>
      )}
    </Dialog>
  );
}
