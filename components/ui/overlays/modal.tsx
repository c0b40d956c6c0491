'use client';

import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { useLatest } from '#components/ui/hooks/use-latest.ts';
import { cx } from '#components/ui/text/cx.ts';

export interface ModalProps {
  /** Called by Escape, the back button on a phone, and a press outside. */
  onClose: () => void;
  role?: 'dialog' | 'alertdialog' | undefined;
  /** Whether a press outside closes it. Escape always does. */
  isDismissable?: boolean | undefined;
  'aria-label'?: string | undefined;
  'aria-labelledby'?: string | undefined;
  className: string;
  children: ReactNode;
}

/**
 * The browser's own modal dialog, with a scrim. The focus goes to the element with `autoFocus`,
 * else to the dialog, and returns afterwards.
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
      // Deferred, because the element that had the focus may still be disabled.
      queueMicrotask(() => before instanceof HTMLElement && before.focus());
    };
  }, []);

  /* If the focused element disappears, the page gets the focus. The browser would then close all
     dialogs at once. */
  const closing = useLatest(onClose);
  useEffect(() => {
    const onPageKeyDown = (event: globalThis.KeyboardEvent) => {
      const isLost = event.key === 'Escape' && event.target === document.body;
      const top = [...document.querySelectorAll('dialog:modal')].at(-1);
      if (!isLost || event.defaultPrevented || top !== dialog.current) return;
      event.preventDefault();
      closing.current();
    };
    document.addEventListener('keydown', onPageKeyDown);
    return () => document.removeEventListener('keydown', onPageKeyDown);
  }, [closing]);

  // Runs before the browser handles the key, because a dialog may ask before it closes.
  const onKeyDown = (event: KeyboardEvent) => {
    submitByKey(event);
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
    // A press on the scrim is a press on the dialog. The browser handles the keys that close the dialog.
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
        'fixed m-0 max-w-none border-0 bg-float p-0 text-ink shadow-float outline-none forced-colors:border backdrop:animate-fade backdrop:bg-scrim',
        className,
      )}
    />
  );
}

/** Ctrl or Cmd and Enter submit the form of the window from any of its fields. */
function submitByKey(event: KeyboardEvent): void {
  const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  const window = event.target instanceof Element && event.target.closest('dialog');
  if (!isSubmit || event.defaultPrevented || window !== event.currentTarget) return;
  event.preventDefault();
  const form = event.currentTarget.querySelector('form');
  // The field may change what was typed at this key. React shows that first.
  queueMicrotask(() => form?.requestSubmit());
}

function isWithin({ clientX: x, clientY: y, currentTarget }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
