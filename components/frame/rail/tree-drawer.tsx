'use client';

import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { Modal } from '#components/ui/overlays/modal.tsx';

export interface TreeDrawerProps {
  onClose: () => void;
  action?: ReactNode;
  children: ReactNode;
}

/** The tree on a phone; it slides in from the left over the page. */
export function TreeDrawer({ onClose, action, children }: TreeDrawerProps) {
  const id = useId();
  return (
    <Modal
      aria-labelledby={id}
      onClose={onClose}
      className="inset-y-0 left-0 h-dvh max-h-none w-[min(20rem,86vw)] animate-slide-left flex-col bg-paper-2 open:flex"
    >
      <header className="flex h-12 shrink-0 items-center gap-1 pr-2 pl-4">
        <h2 id={id} className="flex-1 text-sm font-medium text-ink-2">
          Groups
        </h2>
        {action}
        <IconButton label="Close" icon={X} onPress={onClose} />
      </header>
      {children}
    </Modal>
  );
}
