'use client';

import type { ReactNode } from 'react';
import {
  Switch as AriaSwitch,
  type SwitchProps as AriaSwitchProps,
} from 'react-aria-components/Switch';
import { cx } from '#components/ui/cx.ts';

export interface SwitchProps extends Omit<AriaSwitchProps, 'children' | 'className'> {
  children: ReactNode;
  className?: string;
}

/** On or off, at once. For a choice that waits for Save, use a checkbox. */
export function Switch({ children, className, ...props }: SwitchProps) {
  return (
    <AriaSwitch
      {...props}
      className={cx(
        'group flex items-center gap-2 text-base data-disabled:text-ink-3 pointer-coarse:min-h-10',
        className,
      )}
    >
      <span className="flex h-4 w-7 shrink-0 items-center rounded-full border border-edge bg-paper-3 px-px transition-colors duration-120 group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-1 group-data-focus-visible:outline-accent group-data-selected:border-accent group-data-selected:bg-accent">
        <span className="size-3 rounded-full bg-edge transition-transform duration-120 group-data-selected:translate-x-3 group-data-selected:bg-on-accent" />
      </span>
      {children}
    </AriaSwitch>
  );
}
