'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Question } from '#components/frame/question.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { perform } from '#lib/client/api.ts';
import {
  endSessionsRequest,
  type PersonSession,
  personSessions,
} from '#lib/client/resources/person-sessions.ts';
import { deviceOf } from '#lib/user-agent.ts';
import { counted } from '#lib/client/counted.ts';

export interface EndPersonSessionsProps {
  /** The uid of the identity. */
  identity: string;
  /** One of its sessions, or all of them. */
  sessions: readonly PersonSession[];
  onClose: () => void;
}

/** Asks for confirmation, then ends one session or all. */
export default function EndPersonSessions({ identity, sessions, onClose }: EndPersonSessionsProps) {
  const client = useQueryClient();
  const [first, ...others] = sessions;
  const one = others.length === 0 ? first : undefined;
  const run = useMutation({
    mutationFn: () => perform<{ ended: number }>(endSessionsRequest(identity, one?.uid)),
    onSuccess: ({ ended }) => {
      onClose();
      toast(`${counted(ended, ['session', 'sessions'])} ended`);
    },
    // The session may have ended meanwhile. The list then shows it.
    onSettled: () => client.invalidateQueries({ queryKey: personSessions(identity).queryKey }),
  });
  return (
    <Question
      title={
        one
          ? `End ${deviceOf(one.userAgent).name}?`
          : `End all ${counted(sessions.length, ['session', 'sessions'])}?`
      }
      confirmLabel={one ? 'End session' : 'End all sessions'}
      problem={one ? 'The session was not ended' : 'The sessions were not ended'}
      action={run}
      onClose={onClose}
    >
      <p>
        {one ? 'It ends' : 'They end'} immediately, with unsaved work. The person can sign in again;
        to prevent that, block the identity.
      </p>
    </Question>
  );
}
