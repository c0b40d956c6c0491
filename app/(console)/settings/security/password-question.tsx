'use client';

import type { FormEvent, ReactNode } from 'react';
import {
  isAboutPassword,
  PasswordAgainField,
  usePasswordAgain,
} from '#app/(console)/settings/security/password-again.tsx';
import { problemOf } from '#components/frame/problem.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';

interface Props {
  title: string;
  confirmLabel: string;
  variant: 'danger' | 'primary';
  /** The title of an error. */
  problem: string;
  isPasswordNeeded: boolean;
  action: { mutate: (password: string) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
  children: ReactNode;
}

/** Asks before a change, and for the password where the change needs it. */
export function PasswordQuestion({ action, children, ...props }: Props) {
  const { error, isPending } = action;
  const again = usePasswordAgain(props.isPasswordNeeded, error);
  const offReason = again.isNeeded && again.password === '' && 'Enter your password first';
  const confirm = () => {
    if (!offReason && !isPending) action.mutate(again.password);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm();
  };
  return (
    <AlertDialog
      isOpen
      title={props.title}
      confirmLabel={props.confirmLabel}
      variant={props.variant}
      onClose={props.onClose}
      onConfirm={confirm}
      isPending={isPending}
      disabledReason={offReason}
    >
      <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p>{children}</p>
        {error && !isAboutPassword(error) && (
          <ErrorPanel title={props.problem} {...problemOf(error)} />
        )}
        <PasswordAgainField again={again} error={error} hasFocus />
      </form>
    </AlertDialog>
  );
}
