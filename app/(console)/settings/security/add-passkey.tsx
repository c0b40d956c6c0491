'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmCodes } from '#app/(console)/settings/security/confirm-codes.tsx';
import { NameFactor } from '#app/(console)/settings/security/name-factor.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { addPasskey, deviceProblem } from '#lib/client/session/passkeys.ts';
import { type RecoveryCodes, secondFactors } from '#lib/client/session/second-factors.ts';

interface Props {
  onClose: () => void;
}

/** Adds a passkey in steps: its name, its creation by the browser, and the recovery codes. */
export function AddPasskey({ onClose }: Props) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<RecoveryCodes | null>(null);
  const finish = () => {
    void client.invalidateQueries({ queryKey: secondFactors().queryKey });
    toast({
      title: 'Passkey added',
      description: 'It signs you in. Your password alone no longer does.',
    });
    onClose();
  };
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess: ({ batch, recoveryCodes }) => {
      if (batch === undefined || recoveryCodes === undefined) finish();
      else setCodes({ batch, recoveryCodes });
    },
  });
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
  return (
    <NameFactor
      title="Add a passkey"
      noun="passkey"
      action={add}
      problem="The passkey was not added"
      why={deviceProblem(add.error)}
      onClose={onClose}
    >
      <p className="text-ink-2">
        Your browser then asks where to keep it: on this device, on your phone or on a USB key.
      </p>
    </NameFactor>
  );
}
