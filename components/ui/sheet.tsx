'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { cx } from '#components/ui/cx.ts';
import { scrimClass } from '#components/ui/dialog.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';

export interface SheetProps {
  title: string;
  /** Called by Escape, the close button and a press outside; the page decides whether to leave. */
  onClose: () => void;
  isOpen?: boolean;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A panel over the right side of the page, the whole screen on a phone; its page has an address. */
export function Sheet({ title, onClose, isOpen = true, footer, children }: SheetProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={cx(scrimClass, 'flex justify-end')}
    >
      <Modal className="h-full w-full animate-slide-right bg-float shadow-float sm:w-120">
        <AriaDialog className="flex h-full flex-col outline-none">
          <header className="flex items-center justify-between gap-3 border-b border-line py-2 pr-3 pl-5">
            <Heading slot="title" className="truncate text-lg font-semibold">
              {title}
            </Heading>
            <IconButton label="Close" icon={X} onPress={onClose} placement="left" />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-5">{children}</div>
          {footer && (
            <footer className="flex justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
