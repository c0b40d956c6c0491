'use client';

import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { FormDialog } from '#components/ui/overlays/form-dialog.tsx';
import { askPasskey, canUsePasskeys, deviceProblem } from '#lib/client/session/passkeys.ts';
import { reauthenticate } from '#lib/client/session/reauthentication.ts';

const LABEL = 'Current password';

interface Props {
  hasPasskey: boolean;
  onConfirmed: () => void;
  onClose: () => void;
}

/** Confirms with the password of this installation, or with a passkey. */
export function ByPassword({ hasPasskey, onConfirmed, onClose }: Props) {
  const [password, setPassword] = useState('');
  const byPassword = useMutation({
    mutationFn: () => reauthenticate({ currentPassword: password }),
    onSuccess: onConfirmed,
  });
  const byPasskey = useMutation({
    mutationFn: async () => reauthenticate({ credential: await askPasskey('reauthenticate') }),
    onSuccess: onConfirmed,
  });
  const wrong = violationsOf(byPassword.error)['currentPassword'];
  const ofDevice = deviceProblem(byPasskey.error);
  const error = byPasskey.error ?? (wrong === undefined ? byPassword.error : null);
  return (
    <FormDialog
      title="Confirm that it is you"
      submitLabel="Confirm"
      offReason={password === '' && 'Enter your password first'}
      isPending={byPassword.isPending}
      onSubmit={() => {
        byPasskey.reset();
        byPassword.mutate();
      }}
      onClose={onClose}
      isDismissable={false}
    >
      <p>You signed in more than 10 minutes ago, and this change needs a more recent sign-in.</p>
      {error && (
        <ErrorPanel
          title="The sign-in was not confirmed"
          {...(ofDevice === null ? problemOf(error) : { why: ofDevice })}
        />
      )}
      <TextField
        label={LABEL}
        type="password"
        name="currentPassword"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        errorMessage={wrong && violationText(LABEL, wrong)}
        isRequired
        autoFocus
      />
      {hasPasskey && canUsePasskeys() && (
        <Button
          icon={KeyRound}
          className="self-start"
          isPending={byPasskey.isPending}
          onPress={() => {
            byPassword.reset();
            byPasskey.mutate();
          }}
        >
          Use a passkey instead
        </Button>
      )}
    </FormDialog>
  );
}
