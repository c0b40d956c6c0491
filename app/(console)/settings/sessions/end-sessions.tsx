'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Question } from '#components/frame/question.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import {
  endOtherSessions,
  endSession,
  type OwnSession,
  ownSessions,
} from '#lib/client/session/sessions.ts';
import { deviceOf } from '#lib/user-agent.ts';
import { counted } from '#lib/client/counted.ts';

export interface EndSessionsProps {
  /** The sessions to end. */
  what: OwnSession | 'others';
  /** The number of other sessions. */
  others: number;
  onClose: () => void;
}

/** Says what ending sessions does, and ends them. */
export function EndSessions({ what, others, onClose }: EndSessionsProps) {
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: async () => {
      if (what === 'others') await endOtherSessions();
      else await endSession(what.uid);
    },
    onSuccess: () => {
      onClose();
      toast(what === 'others' ? 'Signed out everywhere else' : 'Signed out there');
    },
    // The session may have ended meanwhile. The list then shows it.
    onSettled: () => client.invalidateQueries({ queryKey: ownSessions().queryKey }),
  });
  return (
    <Question
      title={
        what === 'others'
          ? 'Sign out everywhere else?'
          : `Sign out ${deviceOf(what.userAgent).name}?`
      }
      confirmLabel={what === 'others' ? 'Sign out everywhere else' : 'Sign out there'}
      problem="The session was not ended"
      action={ending}
      onClose={onClose}
    >
      <p>
        {what === 'others'
          ? `${counted(others, ['other session ends', 'other sessions end'])} immediately. This browser stays signed in.`
          : 'It must sign in again. If you do not recognize it, change your password as well.'}
      </p>
    </Question>
  );
}
