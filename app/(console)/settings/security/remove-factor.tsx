'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Question } from '#components/frame/question.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import {
  type FactorKind,
  removeFactor,
  type SecondFactor,
  secondFactors,
} from '#lib/client/session/second-factors.ts';

const WORDS = {
  app: {
    confirmLabel: 'Remove app',
    removed: 'Authenticator app removed',
    problem: 'The app was not removed',
    meaning: 'Its codes no longer sign you in.',
  },
  passkey: {
    confirmLabel: 'Remove passkey',
    removed: 'Passkey removed',
    problem: 'The passkey was not removed',
    meaning: 'It no longer signs you in. Your device may still offer it: remove it there as well.',
  },
} as const;

interface Props {
  kind: FactorKind;
  factor: SecondFactor;
  /** Whether it is the last second factor. */
  isLast: boolean;
  onClose: () => void;
}

/** Says what removing an authenticator app or a passkey changes, and removes it. */
export function RemoveFactor({ kind, factor, isLast, onClose }: Props) {
  const client = useQueryClient();
  const words = WORDS[kind];
  const removing = useMutation({
    mutationFn: () => removeFactor(kind, factor.uid),
    onSuccess: () => {
      toast(words.removed);
      onClose();
      void client.invalidateQueries({ queryKey: secondFactors().queryKey });
    },
  });
  return (
    <Question
      title={`Remove ${factor.name}?`}
      confirmLabel={words.confirmLabel}
      problem={words.problem}
      action={removing}
      onClose={onClose}
    >
      <p>
        {isLast
          ? 'It is your last one. From now on your password alone signs you in, and your recovery codes no longer work.'
          : words.meaning}
      </p>
    </Question>
  );
}
