'use client';

import { useEffect, useState } from 'react';
import { useLatest } from '#components/ui/hooks/use-latest.ts';
import { onSignedIn } from '#lib/client/session/reauthentication.ts';

const BLOCKED = 'Your browser blocked the window. Allow pop-ups for this page, then try again.';
const UNREACHABLE = 'The server could not be reached. Check your connection, then try again.';

interface SignInWindow {
  /** Why the last attempt has not succeeded. */
  problem: string | null;
  /** @param begin navigates the new window to the sign-in. */
  open: (begin: (other: Window) => Promise<void>) => void;
}

/** The result of a check of the session: a problem, success, or no sign-in yet. */
export type Found = { problem: string } | 'done' | 'not yet';

/**
 * Signs in again in a second window, while the page keeps what was typed.
 *
 * @param check finds out whether somebody has signed in. `isBack` says that the window has reached
 *   its last page.
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
    // Some browsers deliver no messages of a window that was at another site.
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
    // Without its opener, the provider's page cannot navigate this page.
    opened.opener = null;
    setOther(opened);
    begin(opened).catch(() => {
      opened.close();
      setProblem(UNREACHABLE);
    });
  };
  return { problem, open };
}
