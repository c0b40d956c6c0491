'use client';

import { type ReactNode, useState } from 'react';
import { ProviderButtons } from '#app/(auth)/provider-buttons.tsx';
import { SignInForm } from '#app/(auth)/sign-in/sign-in-form.tsx';
import type { Ways } from '#app/(auth)/sign-in/ways.ts';
import { Button } from '#components/ui/buttons/button.tsx';

export interface SignInWaysProps {
  ways: Ways;
  callbackUrl: string | null;
  /** The path to open after sign-in, within this installation. */
  callbackPath: string;
  /** The error that a failed sign-in came back with. */
  problem: string | null;
}

/** The ways to sign in, the likeliest one on top. */
export function SignInWays({ ways, callbackUrl, callbackPath, problem }: SignInWaysProps) {
  const { isPasswordFirst, isPasswordFolded, providers, last } = ways;
  // The form says what went wrong.
  const [isFolded, setFolded] = useState(isPasswordFolded && problem === null);
  const form = (
    <SignInForm
      callbackUrl={callbackUrl}
      initialProblem={problem}
      hasFocus={isPasswordFirst || isPasswordFolded}
    />
  );
  const buttons = <ProviderButtons providers={providers} callbackPath={callbackPath} last={last} />;
  if (providers.length === 0) return form;
  if (isPasswordFirst) {
    return (
      <>
        {form}
        <Second>{buttons}</Second>
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
      </Second>
    </>
  );
}

function Second({ children }: { children: ReactNode }) {
  return <div className="mt-6 border-t border-line pt-6">{children}</div>;
}
