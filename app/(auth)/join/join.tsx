'use client';

import { EnterCode } from '#app/(auth)/join/enter-code.tsx';
import { useInviteCode } from '#app/(auth)/join/invite-code.ts';
import { Invite } from '#app/(auth)/join/invite.tsx';
import { Waiting } from '#app/(auth)/waiting.tsx';

interface Props {
  signedInAs: string | null;
  /** Whether this installation sends e-mail. */
  sendsMail: boolean;
}

/** The invite for the code in the address, or a field to enter a code. */
export function Join(props: Props) {
  const code = useInviteCode();
  if (code === null) return <Waiting />;
  if (code !== '') return <Invite key={code} code={code} {...props} />;
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Join a group</h1>
      <p className="mt-1 mb-6 text-ink-2">Enter the code of your invite.</p>
      <EnterCode />
    </>
  );
}
