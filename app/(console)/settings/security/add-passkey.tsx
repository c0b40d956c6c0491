'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmCodes } from '#app/(console)/settings/security/confirm-codes.tsx';
import {
  isAboutPassword,
  PasswordAgainField,
  usePasswordAgain,
} from '#app/(console)/settings/security/password-again.tsx';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { FormDialog } from '#components/ui/overlays/form-dialog.tsx';
import { addPasskey, deviceProblem } from '#lib/client/session/passkeys.ts';
import { type RecoveryCodes, secondFactors } from '#lib/client/session/second-factors.ts';

interface Props {
  isPasswordNeeded: boolean;
  onClose: () => void;
}

/** Names a passkey, lets the browser make it, and shows recovery codes. */
export function AddPasskey({ isPasswordNeeded, onClose }: Props) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<RecoveryCodes | null>(null);
  const [name, setName] = useState('');
  const finish = () => {
    void client.invalidateQueries({ queryKey: secondFactors().queryKey });
    toast({
      title: 'Passkey added',
      description: 'It signs you in. Your password alone no longer does.',
    });
    onClose();
  };
  const add = useMutation({
    mutationFn: (password: string) => addPasskey(name.trim(), password),
    onSuccess: ({ batch, recoveryCodes }) => {
      if (batch === undefined || recoveryCodes === undefined) finish();
      else setCodes({ batch, recoveryCodes });
    },
  });
  const { error } = add;
  const again = usePasswordAgain(isPasswordNeeded, error);
  if (codes) {
    return (
      <ConfirmCodes
        title="Save your recovery codes"
        codes={codes}
        confirmLabel="Finish"
        onConfirmed={finish}
        onClose={onClose}
        lost="The passkey is not added."
      />
    );
  }
  const wrong = violationsOf(error)['name'];
  const ofDevice = deviceProblem(error);
  const offReason =
    (name.trim() === '' && 'Name the passkey first') ||
    (again.isNeeded && again.password === '' && 'Enter your password first');
  return (
    <FormDialog
      title="Add a passkey"
      submitLabel="Continue"
      offReason={offReason}
      isPending={add.isPending}
      onSubmit={() => add.mutate(again.password)}
      onClose={onClose}
      isDismissable={false}
    >
      {error && wrong === undefined && !isAboutPassword(error) && (
        <ErrorPanel
          title="The passkey was not added"
          {...(ofDevice === null ? problemOf(error) : { why: ofDevice })}
        />
      )}
      <p className="text-ink-2">
        Your browser then asks where to keep it: on this device, on your phone or on a USB key.
      </p>
      <TextField
        label="Name"
        description="To tell it apart from others, such as the device that it is on."
        name="name"
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={setName}
        errorMessage={wrong && violationText('Name', wrong)}
        isRequired
        autoFocus
      />
      <PasswordAgainField again={again} error={error} />
    </FormDialog>
  );
}
