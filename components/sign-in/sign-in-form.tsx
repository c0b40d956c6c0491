'use client';

import { type FormEvent, useRef, useState } from 'react';
import { FormProblem } from '#components/sign-in/form-problem.tsx';
import { signInProblem } from '#components/sign-in/sign-in-problem.ts';
import { useCountdown } from '#components/sign-in/use-countdown.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { secondStepOf, type SecondStepWays, signInWith } from '#lib/client/session/session.ts';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onSignedIn: () => void;
  /** Called if the password is right and a second factor is needed. */
  onSecondStep: (ways: SecondStepWays) => void;
  /** The problem of a failed sign-in at a provider, after its redirect. */
  initialProblem: string | null;
  /** Whether the first empty field gets the focus. */
  hasFocus: boolean;
}

/** E-mail and password. The error message does not reveal which of the two was wrong. */
export function SignInForm({ email, onEmail, onSignedIn, onSecondStep, ...props }: Props) {
  const { initialProblem, hasFocus } = props;
  const [password, setPassword] = useState('');
  // A person who signs in again needs only the password.
  const [isKnown] = useState(email !== '');
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState(initialProblem);
  const wait = useCountdown();
  const passwordInput = useRef<HTMLInputElement>(null);

  const fail = (error: string) => {
    const { message, waitSeconds } = signInProblem(error);
    setPending(false);
    setProblem(message);
    wait.start(waitSeconds);
    passwordInput.current?.select();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending || wait.seconds > 0) return;
    setPending(true);
    setProblem(null);
    try {
      const error = await signInWith({ email, password });
      const ways = secondStepOf(error);
      if (ways !== null) return onSecondStep(ways);
      if (error !== null) return fail(error);
    } catch {
      return fail('unreachable');
    }
    onSignedIn();
  };

  const waiting = wait.seconds > 0 && `Too many attempts. Try again in ${wait.seconds} s.`;
  return (
    // POST even if the form is submitted before the script runs: a password must never be in an
    // address.
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username webauthn"
        value={email}
        onChange={onEmail}
        isRequired
        autoFocus={hasFocus && !isKnown}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
        autoFocus={hasFocus && isKnown}
        inputRef={passwordInput}
      />
      <FormProblem>{waiting || problem}</FormProblem>
      <Button
        type="submit"
        variant="primary"
        className="mt-1 w-full"
        isPending={isPending}
        disabledReason={waiting}
      >
        Sign in
      </Button>
    </form>
  );
}
