'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { safeCallbackPath } from '#app/(auth)/callback-url.ts';
import { ProviderButtons } from '#app/(auth)/provider-buttons.tsx';
import { SecondStep } from '#components/sign-in/second-step.tsx';
import { PasskeyButton } from '#app/(auth)/sign-in/passkey-button.tsx';
import { SignInForm } from '#components/sign-in/sign-in-form.tsx';
import { PASSWORD, type Ways } from '#app/(auth)/sign-in/ways.ts';
import { rememberPreference } from '#components/frame/preferences/preferences.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { useDebounced } from '#components/ui/hooks/use-debounced.ts';
import { SIGN_IN_COOKIE } from '#lib/auth/providers/used-last.ts';
import { FORGOT_PASSWORD_PATH } from '#lib/client/paths.ts';
import { providersAt } from '#lib/client/session/providers.ts';
import type { SecondStepWays } from '#lib/client/session/session.ts';

export interface SignInWaysProps {
  ways: Ways;
  callbackUrl: string | null;
  /** The path to open after sign-in, within this installation. */
  callbackPath: string;
  /** The problem of a failed sign-in at a provider, after its redirect. */
  problem: string | null;
}

/** The ways to sign in, the likeliest one on top. */
export function SignInWays({ ways, callbackUrl, callbackPath, ...props }: SignInWaysProps) {
  const { isPasswordFirst, isPasswordFolded, last } = ways;
  const [email, setEmail] = useState('');
  const { data: found = [] } = useQuery(providersAt(useDebounced(email, 300)));
  const offered = new Set(ways.providers.map(({ id }) => id));
  const providers = [...ways.providers, ...found.filter(({ id }) => !offered.has(id))];
  const [problem, setProblem] = useState(props.problem);
  const [secondStep, setSecondStep] = useState<SecondStepWays | null>(null);
  // The form is open after a failure, because it shows the problem.
  const [isFolded, setFolded] = useState(isPasswordFolded && problem === null);
  const leave = () => {
    rememberPreference(SIGN_IN_COOKIE, PASSWORD);
    // A full page load, so that nothing fetched without a session stays in memory.
    window.location.replace(safeCallbackPath(callbackUrl, window.location.origin));
  };
  const beginAgain = (why: string) => {
    setProblem(why);
    setSecondStep(null);
  };
  if (secondStep) {
    return <SecondStep ways={secondStep} onSignedIn={leave} onEnded={beginAgain} />;
  }
  const form = (
    <div className="flex flex-col gap-4">
      <SignInForm
        email={email}
        onEmail={setEmail}
        onSignedIn={leave}
        onSecondStep={setSecondStep}
        initialProblem={problem}
        hasFocus={isPasswordFirst || isPasswordFolded}
      />
      <Link href={FORGOT_PASSWORD_PATH} className="self-center">
        Forgot your password?
      </Link>
    </div>
  );
  const buttons = <ProviderButtons providers={providers} callbackPath={callbackPath} last={last} />;
  const passkey = <PasskeyButton onSignedIn={leave} />;
  if (isPasswordFirst) {
    return (
      <>
        {form}
        {passkey}
        {providers.length > 0 && <Second>{buttons}</Second>}
      </>
    );
  }
  return (
    <>
      {buttons}
      <Second>
        {isFolded ? (
          <Button variant="ghost" className="w-full" onPress={() => setFolded(false)}>
            Use a password
          </Button>
        ) : (
          form
        )}
        {passkey}
      </Second>
    </>
  );
}

function Second({ children }: { children: ReactNode }) {
  return <div className="mt-6 border-t border-line pt-6">{children}</div>;
}
