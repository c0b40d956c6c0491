'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { linkProblem } from '#components/frame/link-problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { sendVerification, verifyEmail } from '#lib/client/session/email-verification.ts';

interface Props {
  email: string;
  isUnverified: boolean;
  /** Whether this installation sends e-mail. */
  sendsMail: boolean;
}

/** The address of one's own account, and the way to show that one reads it. */
export function OwnEmail({ email, isUnverified, sendsMail }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <CopyText value={email} label="e-mail" isWhole />
        {isUnverified && <Badge tone="warn">Not verified</Badge>}
      </span>
      {isUnverified && sendsMail && <Verification email={email} />}
    </div>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** The code of the link that was opened, after the `#`, so that no server's log has it; or ''. */
const useCode = (): string =>
  useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => '',
  );

function Verification({ email }: { email: string }) {
  const client = useQueryClient();
  const code = useCode();
  const send = useMutation({ mutationFn: sendVerification });
  const verify = useMutation({
    mutationFn: verifyEmail,
    onSuccess: async () => {
      toast('E-mail address verified');
      await client.invalidateQueries({ queryKey: currentCaller().queryKey });
    },
  });
  // Another link may be opened in the same tab.
  const refusal = verify.variables === code ? verify.error : null;
  const hasCode = code.startsWith('grove-email-') && refusal === null;
  const error = refusal ?? send.error;
  const ask = () => {
    if (code !== '') window.location.hash = '';
    verify.reset();
    send.mutate();
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm text-ink-2">
        Invites for this address, and rules that match it, count once it is verified.
      </p>
      {error && <ErrorPanel title="The address was not verified" why={linkProblem(error)} />}
      <div role="status">
        {send.isSuccess && !hasCode && (
          <p>
            A link is on its way to <strong className="font-medium break-words">{email}</strong>.
            Open it in this browser within 24 hours.
          </p>
        )}
      </div>
      {hasCode ? (
        <Button variant="primary" isPending={verify.isPending} onPress={() => verify.mutate(code)}>
          Verify this address
        </Button>
      ) : (
        !send.isSuccess && (
          <Button isPending={send.isPending} onPress={ask}>
            Send a verification link
          </Button>
        )
      )}
    </div>
  );
}
