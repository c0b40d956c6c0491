'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { cx } from '#components/ui/cx.ts';
import { IconButton } from '#components/ui/icon-button.tsx';

/** What lies between the page and a dialog or sheet. */
export const scrimClass = 'fixed inset-0 z-40 h-(--visual-viewport-height) animate-fade bg-scrim';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Buttons at the bottom, the main one last. */
  footer?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  /** 480 px wide, or 640. */
  size?: 'md' | 'lg';
  /** Whether a press outside closes it; Escape always does. */
  isDismissable?: boolean;
  /** Set where there is nothing to focus inside, so that the keyboard can scroll it. */
  isText?: boolean;
  children: ReactNode;
}

/** A window over the page, for a question or a short task without an address of its own. */
export function Dialog(props: DialogProps) {
  return (
    <ModalOverlay
      isOpen={props.isOpen}
      onOpenChange={(open) => !open && props.onClose()}
      isDismissable={props.isDismissable ?? true}
      className={cx(scrimClass, 'flex items-start justify-center p-4 pt-[12vh]')}
    >
      <Modal
        className={cx(
          'w-full animate-rise rounded-lg bg-float shadow-float',
          props.size === 'lg' ? 'max-w-160' : 'max-w-120',
        )}
      >
        <AriaDialog
          role={props.role ?? 'dialog'}
          className="flex max-h-[76dvh] flex-col outline-none"
        >
          <header className="flex items-start justify-between gap-3 pt-4 pr-3 pl-5">
            <Heading slot="title" className="pt-1 text-lg font-semibold">
              {props.title}
            </Heading>
            <IconButton label="Close" icon={X} onPress={props.onClose} />
          </header>
          <div
            tabIndex={props.isText ? 0 : undefined}
            className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5 -outline-offset-2"
          >
            {props.children}
          </div>
          {props.footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
              {props.footer}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
