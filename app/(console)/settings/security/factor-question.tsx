'use client';

import type { ReactNode } from 'react';
import { problemOf } from '#components/frame/problem.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';

interface Props {
  title: string;
  confirmLabel: string;
  variant: 'danger' | 'primary';
  /** The title of an error. */
  problem: string;
  action: { mutate: () => void; isPending: boolean; error: Error | null };
  onClose: () => void;
  children: ReactNode;
}

/** Asks before a change of second factors, and shows why it failed. */
export function FactorQuestion({ action, children, ...props }: Props) {
  const { error, isPending } = action;
  return (
    <AlertDialog
      isOpen
      title={props.title}
      confirmLabel={props.confirmLabel}
      variant={props.variant}
      onClose={props.onClose}
      onConfirm={() => action.mutate()}
      isPending={isPending}
    >
      <div className="flex flex-col gap-4">
        <p>{children}</p>
        {error && <ErrorPanel title={props.problem} {...problemOf(error)} />}
      </div>
    </AlertDialog>
  );
}
