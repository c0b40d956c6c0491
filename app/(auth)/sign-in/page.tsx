import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { safeCallbackPath } from '#app/(auth)/callback-url.ts';
import { ProviderButtons } from '#app/(auth)/provider-buttons.tsx';
import { SignInForm } from '#app/(auth)/sign-in/sign-in-form.tsx';
import { providerProblem } from '#app/(auth)/sign-in/sign-in-problem.ts';
import { providerChoices } from '#lib/auth/sign-in/identity-providers.ts';
import { currentSession } from '#lib/auth/sign-in/page-session.ts';
import { config } from '#lib/config.ts';

export const metadata: Metadata = { title: 'Sign in' };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, error } = await searchParams;
  const callback = typeof callbackUrl === 'string' ? callbackUrl : null;
  if (await currentSession()) redirect(safeCallbackPath(callback, config().url));
  return (
    <>
      <h1 className="mb-6 text-xl font-semibold tracking-tight">Sign in</h1>
      <SignInForm
        callbackUrl={callback}
        initialProblem={typeof error === 'string' ? providerProblem(error) : null}
      />
      <ProviderButtons
        providers={await providerChoices()}
        callbackPath={safeCallbackPath(callback, config().url)}
      />
    </>
  );
}
