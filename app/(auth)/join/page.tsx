import type { Metadata } from 'next';
import { EnterCode } from '#app/(auth)/join/enter-code.tsx';
import { Invite } from '#app/(auth)/join/invite.tsx';
import { providerChoices } from '#lib/auth/sign-in/identity-providers.ts';
import { currentSession } from '#lib/auth/sign-in/page-session.ts';

/* The code in the address must not travel to another site. */
export const metadata: Metadata = { title: 'Join', referrer: 'no-referrer' };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function JoinPage({ searchParams }: Props) {
  const { code } = await searchParams;
  if (typeof code !== 'string' || code === '') {
    return (
      <>
        <h1 className="text-xl font-semibold tracking-tight">Join a group</h1>
        <p className="mt-1 mb-6 text-ink-2">Enter the code of the invite that you were given.</p>
        <EnterCode />
      </>
    );
  }
  const session = await currentSession();
  return <Invite code={code} signedInAs={session && session.email} providers={providerChoices()} />;
}
