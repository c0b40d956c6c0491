'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FormProblem } from '#components/sign-in/form-problem.tsx';
import { acceptInvite, invitePreview } from '#app/(auth)/join/invite-api.ts';
import { forgetInviteCode, keepInviteCode } from '#app/(auth)/join/invite-code.ts';
import { Waiting } from '#app/(auth)/waiting.tsx';
import { NewPersonForm } from '#app/(auth)/join/new-person-form.tsx';
import { ProviderButtons } from '#app/(auth)/provider-buttons.tsx';
import { problemOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { groupPath, JOIN_PATH, rootOf, signInPath } from '#lib/client/paths.ts';
import { providersIn } from '#lib/client/session/providers.ts';

interface Props {
  code: string;
  signedInAs: string | null;
  sendsMail: boolean;
}

/** The offer of the invite, and the ways to accept it. */
export function Invite({ code, signedInAs, sendsMail }: Props) {
  const { data: invite, error } = useQuery(invitePreview(code));
  useEffect(() => {
    if (error) forgetInviteCode();
    else if (invite && signedInAs === null) keepInviteCode(code);
  }, [code, error, invite, signedInAs]);
  if (error) {
    return (
      <>
        <h1 className="mb-4 text-xl font-semibold tracking-tight">This invite cannot be used</h1>
        <FormProblem>{problemOf(error).why}</FormProblem>
        <p className="mt-4 text-ink-2">Ask the person who invited you for a new one.</p>
      </>
    );
  }
  if (!invite) return <Waiting />;
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Join {invite.group.name}</h1>
      <p className="mt-1 mb-6 text-ink-2">
        You are invited as <strong className="font-medium text-ink">{invite.role.name}</strong>. The
        invite expires <RelativeTime value={invite.expirationTime} />.
      </p>
      {signedInAs === null ? (
        <>
          <NewPersonForm
            code={code}
            group={invite.group.name}
            email={invite.email}
            sendsMail={sendsMail}
          />
          <p className="mt-4 text-ink-2">
            Already have an account? <Link href={signInPath(JOIN_PATH)}>Sign in first</Link>
          </p>
          <Providers root={rootOf(invite.group.uid)} />
        </>
      ) : (
        <JoinAs code={code} email={signedInAs} />
      )}
    </>
  );
}

/** The identity providers of the invite's organization. */
function Providers({ root }: { root: string }) {
  const { data: providers = [] } = useQuery(providersIn([root]));
  if (providers.length === 0) return null;
  return (
    <div className="mt-6 border-t border-line pt-6">
      <ProviderButtons providers={providers} callbackPath={JOIN_PATH} />
    </div>
  );
}

function JoinAs({ code, email }: { code: string; email: string }) {
  const joining = useMutation({
    mutationFn: () => acceptInvite(code),
    // A full page load, so that nothing fetched before joining stays in memory.
    onSuccess: ({ group }) => {
      forgetInviteCode();
      window.location.replace(groupPath(group.uid));
    },
  });
  return (
    <div className="flex flex-col gap-4">
      <FormProblem>{joining.isError && problemOf(joining.error).why}</FormProblem>
      <Button
        variant="primary"
        className="w-full"
        isPending={joining.isPending || joining.isSuccess}
        onPress={() => joining.mutate()}
      >
        {email === '' ? 'Join' : `Join as ${email}`}
      </Button>
    </div>
  );
}
