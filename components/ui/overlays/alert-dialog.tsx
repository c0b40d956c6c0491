'use client';

import type { ReactNode } from 'react';
import { Button } from '#components/ui/buttons/button.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';

export interface AlertDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The action as a question or sentence: "Delete payments?" */
  title: string;
  /** What the action will change. */
  children: ReactNode;
  /** At the start of the footer, beside the buttons. */
  aside?: ReactNode;
  /** The verb: "Delete group". */
  confirmLabel: string;
  onConfirm: () => void;
  cancelLabel?: string;
  variant?: 'danger' | 'primary';
  isPending?: boolean;
  disabledReason?: string | false | null | undefined;
}

/** Asks before an action that cannot be undone. */
export function AlertDialog(props: AlertDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      isDismissable={false}
      footer={
        <>
          {props.aside}
          <Button onPress={props.onClose} autoFocus>
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          <Button
            variant={props.variant ?? 'danger'}
            onPress={props.onConfirm}
            isPending={props.isPending ?? false}
            disabledReason={props.disabledReason}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
