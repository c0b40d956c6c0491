'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { useLatest } from '#components/ui/hooks/use-latest.ts';
import { FormDialog } from '#components/ui/overlays/form-dialog.tsx';
import { call } from '#lib/client/api.ts';
import { type Caller, currentCaller, personOf } from '#lib/client/session/caller.ts';
import { onSignedIn, readAuthentication } from '#lib/client/session/reauthentication.ts';
import { signInAgainThrough } from '#lib/client/session/session.ts';

interface Props {
  provider: { id: string; name: string };
  onConfirmed: () => void;
  onClose: () => void;
}

const BLOCKED = 'Your browser did not open the window. Allow windows of this page, then try again.';
const UNREACHABLE = 'The server could not be reached. Check your connection, then try again.';
const STALE = (name: string) =>
  `${name} did not ask you to sign in. Sign out there, or sign out here and in again.`;

/** Confirms by signing in again at the provider, in a window of its own. */
export function ByProvider({ provider, onConfirmed, onClose }: Props) {
  const client = useQueryClient();
  const [other, setOther] = useState<Window | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  /** @param isBack whether the provider has sent the person back. */
  const check = useLatest(async (isBack: boolean) => {
    const { recent } = await readAuthentication();
    if (!recent) {
      if (isBack) setProblem(STALE(provider.name));
      return;
    }
    const before = client.getQueryData(currentCaller().queryKey);
    const now = await call<Caller>('/auth/v1/me');
    other?.close();
    if (personOf(now) === personOf(before)) return onConfirmed();
    const { name, email } = now.principal;
    setProblem(`You signed in as ${name || email || 'somebody else'}. Sign in as the same person.`);
  });
  useEffect(() => {
    const run = (isBack: boolean) => () => {
      check.current(isBack).catch(() => setProblem(UNREACHABLE));
    };
    // A browser may keep messages from a window that was at another site.
    const onFocus = run(false);
    window.addEventListener('focus', onFocus);
    const stop = onSignedIn(run(true));
    return () => {
      window.removeEventListener('focus', onFocus);
      stop();
    };
  }, [check]);

  const open = () => {
    setProblem(null);
    const opened = window.open('', 'grove-sign-in', 'popup,width=520,height=680');
    if (opened === null) return setProblem(BLOCKED);
    // The provider's page must not lead this one elsewhere.
    opened.opener = null;
    setOther(opened);
    signInAgainThrough(provider.id, opened).catch(() => {
      opened.close();
      setProblem(UNREACHABLE);
    });
  };
  return (
    <FormDialog
      title="Confirm that it is you"
      submitLabel={`Sign in again with ${provider.name}`}
      offReason={false}
      isPending={false}
      onSubmit={open}
      onClose={onClose}
      isDismissable={false}
    >
      <p>
        You signed in more than 10 minutes ago, and this change needs a newer sign-in. It opens in a
        window of its own, and what you do here waits for it.
      </p>
      {problem !== null && <ErrorPanel title="It could not be confirmed" why={problem} />}
    </FormDialog>
  );
}
