'use client';

import { KeyRound } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { FormProblem } from '#components/sign-in/form-problem.tsx';
import { signInProblem } from '#components/sign-in/sign-in-problem.ts';
import { useCountdown } from '#components/sign-in/use-countdown.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { useHydrated } from '#components/ui/hooks/use-hydrated.ts';
import {
  askPasskey,
  canSuggestPasskeys,
  canUsePasskeys,
  deviceProblem,
  isAborted,
  stopAskingPasskey,
} from '#lib/client/session/passkeys.ts';
import { signInWith } from '#lib/client/session/session.ts';

/** Milliseconds. A challenge lasts five minutes, and the page may be open for longer. */
const RENEWED_AFTER_MS = 4 * 60 * 1000;

/** Signs in with a passkey alone, which the browser also suggests in the field for the e-mail. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const wait = useCountdown();
  const isHydrated = useHydrated();
  const { start } = wait;
  // A ref, because a person may accept a suggestion long after it was offered.
  const latest = useRef({ onSignedIn, start });
  useEffect(() => {
    latest.current = { onSignedIn, start };
  });

  /** @returns whether the browser may suggest passkeys again. */
  const signIn = useCallback(async (suggestion?: AbortSignal): Promise<boolean> => {
    const fail = (error: string) => {
      const { message, waitSeconds } = signInProblem(error);
      setProblem(message);
      latest.current.start(waitSeconds);
    };
    try {
      const answer = await askPasskey('signIn', suggestion);
      setPending(true);
      setProblem(null);
      const error = await signInWith({ passkey: JSON.stringify(answer) });
      if (error === null) {
        latest.current.onSignedIn();
        return false;
      }
      fail(error);
    } catch (error) {
      // No error message, because the person did not ask for a suggestion.
      if (suggestion || isAborted(error)) return false;
      const ofDevice = deviceProblem(error);
      if (ofDevice === null) fail('unreachable');
      else setProblem(ofDevice);
    }
    setPending(false);
    return true;
  }, []);

  const isPressed = useRef(false);
  // A suggestion that starts after the button was pressed would abort the request of the button.
  const suggestion = useRef(new AbortController());
  // A browser that answers without a person must not send an unknown passkey again and again.
  const suggest = useCallback(async () => {
    if (isPressed.current) return;
    suggestion.current = new AbortController();
    const { signal } = suggestion.current;
    if ((await canSuggestPasskeys()) && !signal.aborted) await signIn(signal);
  }, [signIn]);

  useEffect(() => {
    void suggest();
    const timer = setInterval(() => void suggest(), RENEWED_AFTER_MS);
    return () => {
      clearInterval(timer);
      suggestion.current.abort();
      void stopAskingPasskey();
    };
  }, [suggest]);

  if (isHydrated && !canUsePasskeys()) return null;
  const waiting = wait.seconds > 0 && `Too many attempts. Try again in ${wait.seconds} s.`;
  const press = () => {
    isPressed.current = true;
    suggestion.current.abort();
    setPending(true);
    setProblem(null);
    void signIn().then((isOpen) => {
      isPressed.current = false;
      return isOpen ? suggest() : undefined;
    });
  };
  return (
    <div className="mt-4 flex flex-col gap-2">
      <Button
        icon={KeyRound}
        className="w-full"
        isPending={isPending}
        disabledReason={waiting}
        onPress={press}
      >
        Continue with a passkey
      </Button>
      {(waiting || problem) && <FormProblem>{waiting || problem}</FormProblem>}
    </div>
  );
}
