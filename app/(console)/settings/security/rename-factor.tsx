'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NameFactor } from '#app/(console)/settings/security/name-factor.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import {
  type FactorKind,
  renameFactor,
  type SecondFactor,
  secondFactors,
} from '#lib/client/session/second-factors.ts';

const WORDS = {
  app: {
    noun: 'app',
    renamed: 'Authenticator app renamed',
    problem: 'The app was not renamed',
  },
  passkey: {
    noun: 'passkey',
    renamed: 'Passkey renamed',
    problem: 'The passkey was not renamed',
  },
} as const;

interface Props {
  kind: FactorKind;
  factor: SecondFactor;
  onClose: () => void;
}

/** Asks for another name of an authenticator app or a passkey. */
export function RenameFactor({ kind, factor, onClose }: Props) {
  const client = useQueryClient();
  const { noun, renamed, problem } = WORDS[kind];
  const renaming = useMutation({
    mutationFn: (name: string) => renameFactor(kind, factor.uid, name),
    onSuccess: () => {
      toast(renamed);
      onClose();
      void client.invalidateQueries({ queryKey: secondFactors().queryKey });
    },
  });
  return (
    <NameFactor
      title={`Rename ${factor.name}`}
      noun={noun}
      name={factor.name}
      submitLabel="Rename"
      action={renaming}
      problem={problem}
      onClose={onClose}
    />
  );
}
