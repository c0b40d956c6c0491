'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NameFactor } from '#app/(console)/settings/security/name-factor.tsx';
import type { FactorKind } from '#app/(console)/settings/security/remove-factor.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { renamePasskey } from '#lib/client/session/passkeys.ts';
import { renameApp, type SecondFactor, secondFactors } from '#lib/client/session/second-factors.ts';

const WORDS = {
  app: {
    rename: renameApp,
    noun: 'app',
    renamed: 'Authenticator app renamed',
    problem: 'The app was not renamed',
  },
  passkey: {
    rename: renamePasskey,
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
  const { rename, noun, renamed, problem } = WORDS[kind];
  const renaming = useMutation({
    mutationFn: (name: string) => rename(factor.uid, name),
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
