'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { SavedCodes } from '#app/(console)/settings/security/saved-codes.tsx';
import { problemOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { confirmRecoveryCodes, type RecoveryCodes } from '#lib/client/session/second-factors.ts';

interface Props {
  title: string;
  codes: RecoveryCodes;
  confirmLabel: string;
  onConfirmed: () => void;
  onClose: () => void;
  /** The effect of closing without saved codes. */
  lost: string;
}

/** Shows recovery codes, which count once the person confirms that they are saved. */
export function ConfirmCodes({ title, codes, confirmLabel, lost, ...props }: Props) {
  const [isSaved, setSaved] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const confirm = useMutation({
    mutationFn: () => confirmRecoveryCodes(codes.batch),
    onSuccess: props.onConfirmed,
  });
  return (
    <Dialog
      isOpen
      title={title}
      onClose={() => setAsking(true)}
      isDismissable={false}
      footer={
        <Button
          variant="primary"
          isPending={confirm.isPending}
          disabledReason={!isSaved && 'Confirm that you have saved the codes first'}
          onPress={() => confirm.mutate()}
        >
          {confirmLabel}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {confirm.error && (
          <ErrorPanel title="The codes do not work yet" {...problemOf(confirm.error)} />
        )}
        <SavedCodes codes={codes.recoveryCodes} isSaved={isSaved} onSaved={setSaved} />
      </div>
      <AlertDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Close without the codes?"
        confirmLabel="Close without them"
        cancelLabel="Back to the codes"
        onConfirm={props.onClose}
      >
        {`These codes are never shown again, and will not work. ${lost}`}
      </AlertDialog>
    </Dialog>
  );
}
