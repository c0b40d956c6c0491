'use client';

import { useMutation } from '@tanstack/react-query';
import { problemOf } from '#components/frame/problem.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { FormDialog } from '#components/ui/overlays/form-dialog.tsx';
import { askPasskey, deviceProblem, noPasskeysReason } from '#lib/client/session/passkeys.ts';
import { reauthenticate } from '#lib/client/session/reauthentication.ts';

interface Props {
  onConfirmed: () => void;
  onClose: () => void;
}

/** Confirms with a passkey alone, where the session began before the account had one. */
export function ByPasskey({ onConfirmed, onClose }: Props) {
  const byPasskey = useMutation({
    mutationFn: async () => reauthenticate({ credential: await askPasskey('reauthenticate') }),
    onSuccess: onConfirmed,
  });
  const { error } = byPasskey;
  const ofDevice = deviceProblem(error);
  return (
    <FormDialog
      title="Confirm that it is you"
      submitLabel="Use a passkey"
      offReason={noPasskeysReason() ?? false}
      isPending={byPasskey.isPending}
      onSubmit={() => byPasskey.mutate()}
      onClose={onClose}
      isDismissable={false}
    >
      <p>
        You signed in here before your account had a second factor, and this change needs it. You
        can also sign out, and sign in with it.
      </p>
      {error && (
        <ErrorPanel
          title="The sign-in was not confirmed"
          {...(ofDevice === null ? problemOf(error) : { why: ofDevice })}
        />
      )}
    </FormDialog>
  );
}
