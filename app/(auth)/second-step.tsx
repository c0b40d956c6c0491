'use client';

import { type FormEvent, useRef, useState } from 'react';
import { FormProblem } from '#app/(auth)/form-problem.tsx';
import { signInProblem } from '#app/(auth)/sign-in/sign-in-problem.ts';
import { useCountdown } from '#app/(auth)/sign-in/use-countdown.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { takeSecondStep } from '#lib/client/session/session.ts';

interface Props {
  onSignedIn: () => void;
  /** The password has to be given again, for this reason. */
  onEnded: (problem: string) => void;
}

const LENGTH = 6;

const onlyDigits = (text: string) => text.replace(/\D/g, '').slice(0, LENGTH);

/** The code of an authenticator app after the right password, or a recovery code. */
export function SecondStep({ onSignedIn, onEnded }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const wait = useCountdown();
  const input = useRef<HTMLInputElement>(null);

  const fail = (error: string) => {
    const { message, waitSeconds } = signInProblem(error);
    if (error === 'SecondStepEnded') return onEnded(message);
    setPending(false);
    setProblem(message);
    wait.start(waitSeconds);
    input.current?.select();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending || wait.seconds > 0 || code === '') return;
    setPending(true);
    setProblem(null);
    try {
      const error = await takeSecondStep(isRecovery ? { recoveryCode: code } : { code });
      if (error !== null) return fail(error);
    } catch {
      return fail('unreachable');
    }
    onSignedIn();
  };

  const change = () => {
    setRecovery(!isRecovery);
    setCode('');
    setProblem(null);
  };

  const waiting = wait.seconds > 0 && `Too many attempts. Try again in ${wait.seconds} s.`;
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {isRecovery ? (
        <TextField
          key="recovery"
          label="Recovery code"
          description="One of those that you saved. Each works once."
          name="recoveryCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          mono
          value={code}
          onChange={setCode}
          isRequired
          autoFocus
          inputRef={input}
        />
      ) : (
        <TextField
          key="code"
          label="Code"
          description="The 6 digits that your authenticator app shows now."
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          mono
          value={code}
          onChange={(text) => setCode(onlyDigits(text))}
          isRequired
          autoFocus
          inputRef={input}
        />
      )}
      <FormProblem>{waiting || problem}</FormProblem>
      <div className="mt-1 flex flex-col gap-2">
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          isPending={isPending}
          disabledReason={waiting}
        >
          Sign in
        </Button>
        <Button variant="ghost" className="w-full" onPress={change}>
          {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
      </div>
    </form>
  );
}
