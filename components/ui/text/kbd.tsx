import type { ReactNode } from 'react';
import { cx } from '#components/ui/text/cx.ts';

/** A keyboard key. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cx(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-paper-2 px-1 font-sans text-xs text-ink-2',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
