'use client';

import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '#components/ui/buttons/button.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';

interface Props {
  title: string;
  submitLabel: string;
  /** Why it cannot be submitted now. */
  offReason: string | false;
  isPending: boolean;
  onSubmit: () => void;
  onClose: () => void;
  isDismissable?: boolean;
  children: ReactNode;
}

/** A window with a few fields. Enter submits them, as its button does. */
export function FormDialog({ offReason, isPending, children, ...props }: Props) {
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!offReason && !isPending) props.onSubmit();
  };
  return (
    <Dialog
      isOpen
      title={props.title}
      onClose={props.onClose}
      isDismissable={props.isDismissable}
      footer={
        <>
          <Button onPress={props.onClose}>Cancel</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            isPending={isPending}
            disabledReason={offReason}
          >
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
        {children}
      </form>
    </Dialog>
  );
}
