'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ResetLink } from '#app/(console)/groups/[group]/identities/[identity]/reset-link.tsx';
import { Question } from '#components/frame/question.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { personSessions } from '#lib/client/resources/person-sessions.ts';
import {
  personFactors,
  removePersonFactors,
  resetPersonPassword,
} from '#lib/client/resources/recovery.ts';
import type { Identity } from '#lib/client/resources/resources.ts';

export interface RecoverPersonProps {
  identity: Identity;
  task: 'factors' | 'password';
  onClose: () => void;
}

/** Asks for confirmation, then removes the second factors or resets the password. */
export default function RecoverPerson({ task, ...props }: RecoverPersonProps) {
  return task === 'factors' ? <RemoveFactors {...props} /> : <ResetPassword {...props} />;
}

type Props = Omit<RecoverPersonProps, 'task'>;

function RemoveFactors({ identity: { uid, name }, onClose }: Props) {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () => removePersonFactors(uid),
    onSuccess: () => {
      onClose();
      toast('Second factors removed');
      void client.invalidateQueries({ queryKey: personFactors(uid).queryKey });
    },
  });
  return (
    <Question
      title={`Remove the second factors of ${name}?`}
      confirmLabel="Remove second factors"
      problem="The second factors were not removed"
      action={run}
      onClose={onClose}
    >
      <p>
        All authenticator apps, passkeys and recovery codes. From then on the password alone signs
        them in, so make sure that they asked you themselves. Where Grove sends e-mail, they get a
        message.
      </p>
    </Question>
  );
}

function ResetPassword({ identity: { uid, name }, onClose }: Props) {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () => resetPersonPassword(uid),
    onSuccess: ({ link }) => {
      void client.invalidateQueries({ queryKey: personSessions(uid).queryKey });
      if (link !== undefined) return;
      onClose();
      toast({ title: 'Password reset', description: 'The link was sent by e-mail.' });
    },
  });
  if (run.data?.link !== undefined) {
    const { link, expireTime } = run.data;
    return <ResetLink name={name} link={link} expireTime={expireTime} onClose={onClose} />;
  }
  return (
    <Question
      title={`Reset the password of ${name}?`}
      confirmLabel="Reset password"
      problem="The password was not reset"
      action={run}
      onClose={onClose}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <dt className="font-medium">Stops</dt>
        <dd>Their password, and every session of their account, immediately.</dd>
        <dt className="font-medium">Stays</dt>
        <dd>Their second factors, roles and keys. A passkey still signs them in.</dd>
        <dt className="font-medium">Then</dt>
        <dd>
          They choose a new password with a one-time link, valid for 30 minutes. Grove sends it to
          them; where it sends no e-mail, you pass it on.
        </dd>
      </dl>
    </Question>
  );
}
