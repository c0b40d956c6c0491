'use client';

import { useEffect, useState } from 'react';
import { useLatest } from '#components/ui/hooks/use-latest.ts';
import { onSignedIn } from '#lib/client/session/reauthentication.ts';

const BLOCKED = 'Your browser did not open the window. Allow windows of this page, then try again.';
const UNREACHABLE = 'The server could not be reached. Check your connection, then try again.';

interface SignInWindow {
  /** Why the last attempt has not succeeded. */
  problem: string | null;
  /** @param begin leads the new window to where one signs in. */
  open: (begin: (other: Window) => Promise<void>) => void;
}

/** What a look at the session has found: a problem, or that the window has done its work. */
export type Found = { problem: string } | 'done' | 'not yet';

/**
 * Signs in again in a window of its own, while the page waits with all that was typed.
 *
 * @param check looks whether somebody has signed in; `isBack` says that the window has
 *   come to its end.
 */
export function useSignInWindow(check: (isBack: boolean) => Promise<Found>): SignInWindow {
  const [other, setOther] = useState<Window | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useLatest(async (isBack: boolean) => {
    const found = await check(isBack);
    if (found === 'not yet') return;
    other?.close();
    setProblem(found === 'done' ? null : found.problem);
  });
  useEffect(() => {
    if (other === null) return;
    const run = (isBack: boolean) => () => {
      latest.current(isBack).catch(() => setProblem(UNREACHABLE));
    };
    // A browser may keep messages from a window that was at another site.
    const onFocus = run(false);
    window.addEventListener('focus', onFocus);
    const stop = onSignedIn(run(true));
    return () => {
      window.removeEventListener('focus', onFocus);
      stop();
    };
  }, [latest, other]);

  const open = (begin: (other: Window) => Promise<void>) => {
    setProblem(null);
    const opened = window.open('', 'grove-sign-in', 'popup,width=520,height=680');
    if (opened === null) return setProblem(BLOCKED);
    // The provider's page must not lead this one elsewhere.
    opened.opener = null;
    setOther(opened);
    begin(opened).catch(() => {
      opened.close();
      setProblem(UNREACHABLE);
    });
  };
  return { problem, open };
}
