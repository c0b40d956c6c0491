'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemOf } from '#components/frame/problem.ts';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import {
  endOtherSessions,
  endSession,
  type OwnSession,
  ownSessions,
} from '#lib/client/session/sessions.ts';
import { deviceOf } from '#lib/user-agent.ts';

export interface EndSessionsProps {
  /** The sessions to end; null while no dialog is open. */
  what: OwnSession | 'others' | null;
  /** The number of other sessions. */
  others: number;
  onClose: () => void;
}

/** Says what ending sessions does, and ends them. */
export function EndSessions({ what, others, onClose }: EndSessionsProps) {
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: async (of: OwnSession | 'others') => {
      if (of === 'others') await endOtherSessions();
      else await endSession(of.uid);
    },
    onSuccess: (_, of) => {
      onClose();
      toast(of === 'others' ? 'Signed out everywhere else' : 'Signed out there');
    },
    // The session may have ended meanwhile. The list then shows it.
    onSettled: () => client.invalidateQueries({ queryKey: ownSessions().queryKey }),
  });
  const close = () => {
    ending.reset();
    onClose();
  };
  const isOthers = what === 'others';
  return (
    <AlertDialog
      isOpen={what !== null}
      onClose={close}
      title={
        what === null || isOthers
          ? 'Sign out everywhere else?'
          : `Sign out ${deviceOf(what.userAgent).name}?`
      }
      confirmLabel={isOthers ? 'Sign out everywhere else' : 'Sign out there'}
      onConfirm={() => what && ending.mutate(what)}
      isPending={ending.isPending}
    >
      <div className="flex flex-col gap-3">
        <p>
          {isOthers
            ? `${others === 1 ? 'One other session ends' : `${others} other sessions end`} immediately. This browser stays signed in.`
            : 'It must sign in again. If you do not recognize it, change your password as well.'}
        </p>
        {ending.error && (
          <ErrorPanel title="The session was not ended" {...problemOf(ending.error)} />
        )}
      </div>
    </AlertDialog>
  );
}
