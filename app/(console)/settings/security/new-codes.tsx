'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmCodes } from '#app/(console)/settings/security/confirm-codes.tsx';
import { Question } from '#components/frame/question.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { newRecoveryCodes, secondFactors } from '#lib/client/session/second-factors.ts';

interface Props {
  onClose: () => void;
}

/** Creates recovery codes, which replace the earlier ones once they are saved. */
export function NewCodes({ onClose }: Props) {
  const client = useQueryClient();
  const create = useMutation({ mutationFn: newRecoveryCodes });
  if (create.data) {
    return (
      <ConfirmCodes
        title="Save your recovery codes"
        codes={create.data}
        confirmLabel="Replace the earlier codes"
        onConfirmed={() => {
          void client.invalidateQueries({ queryKey: secondFactors().queryKey });
          toast('Recovery codes replaced');
          onClose();
        }}
        onClose={onClose}
        lost="Your earlier codes stay as they are."
      />
    );
  }
  return (
    <Question
      title="Create new recovery codes?"
      confirmLabel="Create codes"
      variant="primary"
      problem="No codes were created"
      action={create}
      onClose={onClose}
    >
      <p>You get ten new codes. Your earlier ones work until you have saved these.</p>
    </Question>
  );
}
