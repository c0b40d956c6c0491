'use client';

import { useState } from 'react';
import { problemOf } from '#components/frame/problem.ts';
import { useSamePerson } from '#components/frame/reauthentication/use-same-person.ts';
import { useSignInWindow } from '#components/frame/reauthentication/use-sign-in-window.ts';
import { SecondStep } from '#components/sign-in/second-step.tsx';
import { SignInForm } from '#components/sign-in/sign-in-form.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { isSignedOut } from '#lib/client/api.ts';
import type { Caller } from '#lib/client/session/caller.ts';
import { type SecondStepWays, signInAgainIn } from '#lib/client/session/session.ts';

interface Props {
  /** The person for whom the page was loaded. */
  person: Caller | undefined;
  onEnd: (isSignedIn: boolean) => void;
}

/** Lets a person sign in again over the page, because their session has ended. */
export default function SignInAgain({ person, onEnd }: Props) {
  const [email, setEmail] = useState(person?.principal.email ?? '');
  const [attempt, setAttempt] = useState(0);
  const { compare, close } = useSamePerson(person, () => onEnd(false));
  const [secondStep, setSecondStep] = useState<SecondStepWays | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const inWindow = useSignInWindow(async (isBack) => {
    try {
      const other = await compare();
      if (other !== null) return { problem: other };
    } catch (error) {
      if (isSignedOut(error) && !isBack) return 'not yet';
      throw error;
    }
    onEnd(true);
    return 'done';
  });
  const beginAgain = (why: string) => {
    setProblem(why);
    setSecondStep(null);
    // After a sign-in the form stays disabled. A new key gives a new form.
    setAttempt(attempt + 1);
  };
  const check = () =>
    compare().then(
      (other) => (other === null ? onEnd(true) : beginAgain(other)),
      (error: unknown) => beginAgain(problemOf(error).why),
    );
  const why = inWindow.problem ?? problem;
  return (
    <Dialog isOpen title="Sign in again" onClose={close} isDismissable={false}>
      <div className="flex flex-col gap-4">
        <p>Your session has ended. Sign in, and your request is sent again. Your input is kept.</p>
        {why !== null && <ErrorPanel title="You are not signed in again" why={why} />}
        {secondStep === null ? (
          <SignInForm
            key={attempt}
            email={email}
            onEmail={setEmail}
            onSignedIn={() => void check()}
            onSecondStep={setSecondStep}
            initialProblem={null}
            hasFocus
          />
        ) : (
          <SecondStep ways={secondStep} onSignedIn={() => void check()} onEnded={beginAgain} />
        )}
        <Button variant="ghost" className="w-full" onPress={() => inWindow.open(signInAgainIn)}>
          Sign in another way
        </Button>
      </div>
    </Dialog>
  );
}
