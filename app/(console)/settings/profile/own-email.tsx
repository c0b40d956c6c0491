'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AgreeToChange } from '#app/(console)/settings/profile/agree-to-change.tsx';
import { ChangeEmail } from '#app/(console)/settings/profile/change-email.tsx';
import { leaveLink, useLinkCode } from '#app/(console)/settings/profile/link-code.ts';
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
  /** Whether the address belongs to an account of this installation. */
  isOwn: boolean;
  isUnverified: boolean;
  /** Whether this installation sends e-mail. */
  sendsMail: boolean;
}

/** The e-mail address of one's account, with the buttons to verify and to change it. */
export function OwnEmail({ email, isOwn, isUnverified, sendsMail }: Props) {
  const code = useLinkCode();
  const [isChanging, setIsChanging] = useState(false);
  const isChange = isOwn && code.startsWith('grove-email-change-');
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <CopyText value={email} label="e-mail" isWhole />
        {isUnverified && <Badge tone="warn">Not verified</Badge>}
        {isOwn && sendsMail && (
          <Button size="sm" onPress={() => setIsChanging(true)}>
            Change<span className="sr-only"> e-mail address</span>
          </Button>
        )}
      </span>
      {isChange && <AgreeToChange key={code} code={code} />}
      {isUnverified && sendsMail && !isChange && <Verification email={email} />}
      {isOwn && !sendsMail && (
        <p className="text-sm text-ink-2">
          This installation sends no e-mail, so an address cannot be verified here. Its operator can
          change it.
        </p>
      )}
      {isChanging && (
        <ChangeEmail
          email={email}
          isUnverified={isUnverified}
          onClose={() => setIsChanging(false)}
        />
      )}
    </div>
  );
}

function Verification({ email }: { email: string }) {
  const client = useQueryClient();
  const code = useLinkCode();
  const send = useMutation({ mutationFn: sendVerification });
  const verify = useMutation({
    mutationFn: verifyEmail,
    onSuccess: async () => {
      toast('E-mail address verified');
      await client.invalidateQueries({ queryKey: currentCaller().queryKey });
    },
  });
  // The error belongs to one link, and another link may be opened in the same tab.
  const refusal = verify.variables === code ? verify.error : null;
  const hasCode = code.startsWith('grove-email-') && refusal === null;
  const error = refusal ?? send.error;
  const ask = () => {
    leaveLink();
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
