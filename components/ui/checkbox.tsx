'use client';

import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
} from 'react-aria-components/Checkbox';
import { cx } from '#components/ui/cx.ts';

export interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className'> {
  children?: ReactNode;
  className?: string;
}

/** A box to tick. Without words beside it, give it an `aria-label`. */
export function Checkbox({ children, className, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...props}
      className={cx(
        'group flex items-start gap-2 text-base data-disabled:text-ink-3 pointer-coarse:min-h-10 pointer-coarse:items-center',
        className,
      )}
    >
      {({ isIndeterminate, isSelected }) => (
        <>
          <span className="mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded-sm border border-edge bg-paper text-on-accent group-hover:border-ink-3 group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-1 group-data-focus-visible:outline-accent group-data-indeterminate:border-accent group-data-indeterminate:bg-accent group-data-selected:border-accent group-data-selected:bg-accent group-data-disabled:border-line group-data-disabled:bg-paper-3 group-data-disabled:text-ink-3">
            {isIndeterminate ? (
              <Minus aria-hidden size={12} strokeWidth={3} />
            ) : (
              isSelected && <Check aria-hidden size={12} strokeWidth={3} />
            )}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  );
}
