'use client';

import {
  createContext,
  type ReactNode,
  type RefCallback,
  useContext,
  useMemo,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

interface Slot {
  element: HTMLElement | null;
  ref: RefCallback<HTMLElement>;
}

const SlotContext = createContext<Slot | null>(null);

/** Lets a page put its main action into the header line above it. */
export function HeaderActionProvider({ children }: { children: ReactNode }) {
  const [element, ref] = useState<HTMLElement | null>(null);
  const slot = useMemo(() => ({ element, ref }), [element]);
  return <SlotContext value={slot}>{children}</SlotContext>;
}

/** The place of the action, in the header line. While another tab opens, the action of the current one is not there. */
export function HeaderActionSlot() {
  const slot = useContext(SlotContext);
  return (
    <div
      ref={slot?.ref}
      className="flex min-h-8 shrink-0 items-center gap-2 transition-[visibility] duration-0 group-has-[nav_[data-pending]]/header:invisible group-has-[nav_[data-pending]]/header:delay-150 print:hidden"
    />
  );
}

/** A page wraps its main action in this to show it in the header line. */
export function HeaderAction({ children }: { children: ReactNode }) {
  const element = useContext(SlotContext)?.element;
  return element ? createPortal(children, element) : null;
}
