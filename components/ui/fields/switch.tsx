'use client';

import type { ReactNode } from 'react';
import { cx } from '#components/ui/text/cx.ts';

export interface SwitchProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean | undefined;
  name?: string;
  children: ReactNode;
  className?: string;
}

/** On or off, effective immediately. For a choice that waits for Save, use a checkbox. */
export function Switch(props: SwitchProps) {
  return (
    <label
      className={cx(
        'relative flex items-center gap-2 text-base has-disabled:text-ink-3 pointer-coarse:min-h-10',
        props.className,
      )}
    >
      <input
        type="checkbox"
        role="switch"
        aria-checked={props.isSelected}
        name={props.name}
        checked={props.isSelected}
        disabled={props.isDisabled}
        onChange={(event) => props.onChange(event.target.checked)}
        className="peer absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
      />
      <span className="flex h-4 w-7 shrink-0 items-center rounded-full border border-edge bg-paper-3 px-px transition-colors duration-120 peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-1 peer-focus-visible:outline-accent *:bg-edge peer-checked:*:translate-x-3 peer-checked:*:bg-on-accent forced-colors:*:bg-[ButtonText] forced-colors:peer-checked:bg-[Highlight] forced-colors:peer-checked:*:bg-[HighlightText]">
        <span className="size-3 rounded-full transition-transform duration-120" />
      </span>
      {props.children}
    </label>
  );
}
