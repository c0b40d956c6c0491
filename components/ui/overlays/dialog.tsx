'use client';

import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '#components/ui/text/cx.ts';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { Modal } from '#components/ui/overlays/modal.tsx';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Buttons at the bottom, the main one last. */
  footer?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  /** 480 px wide, or 640. */
  size?: 'md' | 'lg';
  /** Whether a press outside closes it. Escape always does. */
  isDismissable?: boolean;
  /** Set if nothing inside can have the focus, so that the keyboard can scroll it. */
  isText?: boolean;
  children: ReactNode;
}

/** A window over the page for a question or a short task without its own address. */
export function Dialog({ isOpen, ...props }: DialogProps) {
  return isOpen ? <Window {...props} /> : null;
}

function Window(props: Omit<DialogProps, 'isOpen'>) {
  const id = useId();
  return (
    <Modal
      role={props.role}
      aria-labelledby={id}
      onClose={props.onClose}
      isDismissable={props.isDismissable}
      className={cx(
        'top-[12vh] left-1/2 max-h-[76dvh] w-[calc(100%-2rem)] -translate-x-1/2 animate-rise flex-col rounded-lg open:flex',
        props.size === 'lg' ? 'sm:w-160' : 'sm:w-120',
      )}
    >
      <header className="flex items-start justify-between gap-3 pt-4 pr-3 pl-5">
        <h2 id={id} className="min-w-0 pt-1 text-lg font-semibold break-words">
          {props.title}
        </h2>
        <IconButton label="Close" icon={X} onPress={props.onClose} />
      </header>
      <div
        tabIndex={props.isText ? 0 : undefined}
        className="min-h-0 flex-auto overflow-y-auto px-5 pt-1 pb-5 -outline-offset-2"
      >
        {props.children}
      </div>
      {props.footer && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
          {props.footer}
        </footer>
      )}
    </Modal>
  );
}
