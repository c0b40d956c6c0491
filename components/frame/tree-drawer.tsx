'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { scrimClass } from '#components/ui/dialog.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';

export interface TreeDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  action?: ReactNode;
  children: ReactNode;
}

/** The tree on a phone: it slides in from the left over the page. */
export function TreeDrawer({ isOpen, onClose, action, children }: TreeDrawerProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={scrimClass}
    >
      <Modal className="h-full w-[min(20rem,86vw)] animate-slide-left bg-paper-2 shadow-float">
        <AriaDialog className="flex h-full flex-col outline-none">
          <header className="flex h-12 shrink-0 items-center gap-1 pr-2 pl-4">
            <Heading slot="title" className="flex-1 text-sm font-medium text-ink-2">
              Groups
            </Heading>
            {action}
            <IconButton label="Close" icon={X} onPress={onClose} placement="bottom" />
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
