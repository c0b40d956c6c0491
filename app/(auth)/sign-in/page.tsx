import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { safeCallbackPath } from '#app/(auth)/callback-url.ts';
import { BLOCKED, providerProblem } from '#components/sign-in/sign-in-problem.ts';
import { SignInWays } from '#app/(auth)/sign-in/sign-in-ways.tsx';
import { waysOf } from '#app/(auth)/sign-in/ways.ts';
import { providerChoices } from '#lib/auth/providers/identity-providers.ts';
import { currentSession, lostSession } from '#lib/auth/sessions/page-session.ts';
import { SIGN_IN_COOKIE } from '#lib/auth/providers/used-last.ts';
import { config } from '#lib/config.ts';

export const metadata: Metadata = { title: 'Sign in' };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, error, organization } = await searchParams;
  const callback = typeof callbackUrl === 'string' ? callbackUrl : null;
  const { url, installation } = config();
  if (await currentSession()) redirect(safeCallbackPath(callback, url));
  const failure = typeof error === 'string' ? providerProblem(error) : null;
  const lost = await lostSession();
  const problem = lost === 'blocked' ? BLOCKED : failure;
  const organizations = typeof organization === 'string' ? [organization] : [];
  const remembered = (await cookies()).get(SIGN_IN_COOKIE)?.value;
  const choices = await providerChoices({ organizations, last: remembered });
  return (
    <>
      <h1 className="mb-6 text-xl font-semibold tracking-tight">Sign in</h1>
      {lost === 'ended' && problem === null && (
        <p className="-mt-5 mb-6 text-ink-2">Your session has ended. Sign in again.</p>
      )}
      <SignInWays
        ways={waysOf(choices, remembered, installation.areProvidersFirst)}
        callbackUrl={callback}
        callbackPath={safeCallbackPath(callback, url)}
        problem={problem}
      />
    </>
  );
}
