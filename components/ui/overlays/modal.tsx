'use client';

import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { cx } from '#components/ui/text/cx.ts';

export interface ModalProps {
  /** Called by Escape, the way back on a phone, and a press outside. */
  onClose: () => void;
  role?: 'dialog' | 'alertdialog' | undefined;
  /** Whether a press outside closes it; Escape always does. */
  isDismissable?: boolean | undefined;
  'aria-label'?: string | undefined;
  'aria-labelledby'?: string | undefined;
  className: string;
  children: ReactNode;
}

/**
 * What lies over the page and holds the focus, with a scrim beneath: the browser's own modal
 * dialog. The focus goes to what has `autoFocus`, else to the dialog, and comes back afterwards.
 */
export function Modal({ onClose, role, isDismissable = true, className, ...props }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    (element?.querySelector<HTMLElement>('[data-autofocus]') ?? element)?.focus();
    return () => {
      element?.close();
      // Later, for what had the focus may itself only now be usable again.
      queueMicrotask(() => before instanceof HTMLElement && before.focus());
    };
  }, []);

  // Before the browser sees it: a dialog that asks first must not be closed on its behalf.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  const pressed = useRef<EventTarget | null>(null);
  const onClick = (event: MouseEvent) => {
    const isOutside = event.target === dialog.current && pressed.current === dialog.current;
    if (isOutside && isDismissable && !isWithin(event)) onClose();
  };
  return (
    // The dialog is what is pressed where its scrim is; keys close it by themselves.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      {...props}
      ref={dialog}
      role={role}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onPointerDown={(event) => {
        pressed.current = event.target;
      }}
      onClick={onClick}
      className={cx(
        'fixed m-0 max-h-none max-w-none border-0 bg-float p-0 text-ink shadow-float outline-none backdrop:animate-fade backdrop:bg-scrim',
        className,
      )}
    />
  );
}

function isWithin({ clientX: x, clientY: y, currentTarget }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
