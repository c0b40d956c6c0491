'use client';

import { X } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { Modal } from '#components/ui/overlays/modal.tsx';

export interface SheetProps {
  title: string;
  /** Called by Escape, the close button and a press outside; the page decides whether to close. */
  onClose: () => void;
  isOpen?: boolean;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

/** What stands above the content of every sheet: that the page below it is gone. */
export const SheetNotice = createContext<ReactNode>(null);

/**
 * A panel over the right side of the page, or the whole screen on a phone. Its page has its own
 * address.
 */
export function Sheet({ title, onClose, isOpen = true, footer, children }: SheetProps) {
  const id = useId();
  const notice = useContext(SheetNotice);
  if (!isOpen) return null;
  return (
    <Modal
      aria-labelledby={id}
      onClose={onClose}
      className="inset-y-0 right-0 left-auto h-dvh max-h-none w-full animate-slide-right flex-col open:flex sm:w-120"
    >
      <header className="flex items-center justify-between gap-3 border-b border-line py-2 pr-3 pl-5">
        <h2 id={id} className="truncate text-lg font-semibold">
          {title}
        </h2>
        <IconButton label="Close" icon={X} onPress={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-5">
        {notice && <div className="mb-5">{notice}</div>}
        {children}
      </div>
      {footer && (
        <footer className="flex justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>
      )}
    </Modal>
  );
}
