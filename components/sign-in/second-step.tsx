'use client';

import { type FormEvent, useRef, useState } from 'react';
import { FormProblem } from '#components/sign-in/form-problem.tsx';
import { signInProblem } from '#components/sign-in/sign-in-problem.ts';
import { useCountdown } from '#components/sign-in/use-countdown.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { ApiRequestError } from '#lib/client/api.ts';
import { askPasskey, canUsePasskeys, deviceProblem } from '#lib/client/session/passkeys.ts';
import { type SecondStepWays, signInWith } from '#lib/client/session/session.ts';

interface Props {
  ways: SecondStepWays;
  onSignedIn: () => void;
  /** Called with the reason if the person has to enter the password again. */
  onEnded: (problem: string) => void;
}

type Way = 'passkey' | 'code' | 'recovery';

const OTHER_WAYS: Readonly<Record<Way, string>> = {
  passkey: 'Use your passkey',
  code: 'Use your authenticator app',
  recovery: 'Use a recovery code',
};

const LENGTH = 6;

const onlyDigits = (text: string) => text.replace(/\D/g, '').slice(0, LENGTH);

/** The ways of the second step, the likeliest first. */
function waysIn({ passkey, code }: SecondStepWays): Way[] {
  return [
    ...(passkey && canUsePasskeys() ? (['passkey'] as const) : []),
    ...(code ? (['code'] as const) : []),
    'recovery',
  ];
}

const isEnded = (error: unknown) =>
  error instanceof ApiRequestError &&
  error.preconditions.some(({ type }) => type === 'SECOND_STEP_ENDED');

/** Asks for a passkey, the code of an authenticator app or a recovery code after the right password. */
export function SecondStep({ ways, onSignedIn, onEnded }: Props) {
  const possible = waysIn(ways);
  const [way, setWay] = useState<Way>(possible[0] ?? 'recovery');
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

  const given = async () => {
    if (way === 'code') return { code };
    if (way === 'recovery') return { recoveryCode: code };
    return { secondPasskey: JSON.stringify(await askPasskey('secondStep')) };
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending || wait.seconds > 0 || (way !== 'passkey' && code === '')) return;
    setPending(true);
    setProblem(null);
    try {
      const error = await signInWith(await given());
      if (error !== null) return fail(error);
    } catch (error) {
      const ofDevice = deviceProblem(error);
      if (ofDevice === null) return fail(isEnded(error) ? 'SecondStepEnded' : 'unreachable');
      setPending(false);
      return setProblem(ofDevice);
    }
    onSignedIn();
  };

  const change = (to: Way) => {
    setWay(to);
    setCode('');
    setProblem(null);
  };

  const waiting = wait.seconds > 0 && `Too many attempts. Try again in ${wait.seconds} s.`;
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {way === 'passkey' && <p>Your password is correct. Now use your passkey.</p>}
      {way === 'recovery' && (
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
      )}
      {way === 'code' && (
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
          key={way}
          type="submit"
          variant="primary"
          className="w-full"
          autoFocus={way === 'passkey'}
          isPending={isPending}
          disabledReason={waiting}
        >
          {way === 'passkey' ? OTHER_WAYS.passkey : 'Sign in'}
        </Button>
        {possible
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="ghost" className="w-full" onPress={() => change(other)}>
              {OTHER_WAYS[other]}
            </Button>
          ))}
      </div>
    </form>
  );
}
