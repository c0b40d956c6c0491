'use client';

import type { ReactNode } from 'react';
import { problemOf } from '#components/frame/problem.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { AlertDialog, type AlertDialogProps } from '#components/ui/overlays/alert-dialog.tsx';

interface Props extends Omit<AlertDialogProps, 'isOpen' | 'isPending' | 'onConfirm'> {
  action: { mutate: () => void; isPending: boolean; error: Error | null };
  /** The title of an error. */
  problem: string;
  /** What the action will change. */
  children: ReactNode;
}

/** Asks before a change, and shows why it failed. */
export function Question({ action, problem, children, ...props }: Props) {
  const { error, isPending } = action;
  return (
    <AlertDialog {...props} isOpen onConfirm={() => action.mutate()} isPending={isPending}>
      <div className="flex flex-col gap-3">
        {children}
        {error && <ErrorPanel title={problem} {...problemOf(error)} />}
      </div>
    </AlertDialog>
  );
}
