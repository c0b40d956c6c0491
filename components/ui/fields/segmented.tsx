'use client';

import { useId, useState } from 'react';
import { cx } from '#components/ui/text/cx.ts';

export interface SegmentedProps<Id extends string> {
  label: string;
  options: readonly { id: Id; label: string }[];
  value: Id;
  onChange: (value: Id) => void;
  className?: string;
}

/** A choice between two or three views, all visible: "in this group", "and below". */
export function Segmented<Id extends string>(props: SegmentedProps<Id>) {
  const name = useId();
  // The pressed option shows immediately, even if the address takes a moment to change.
  const [pressed, setPressed] = useState<{ id: Id; since: Id } | null>(null);
  if (pressed && pressed.since !== props.value) setPressed(null);
  const shown = pressed?.id ?? props.value;
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className={cx(
        'inline-flex max-w-full shrink-0 flex-wrap rounded border border-edge bg-paper p-px',
        props.className,
      )}
    >
      {props.options.map((option) => (
        <label
          key={option.id}
          className="relative flex h-7 items-center rounded-[4px] px-2.5 text-sm whitespace-nowrap text-ink-2 transition-colors duration-120 hover:text-ink has-checked:marked has-checked:bg-accent-soft has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-9"
        >
          <input
            type="radio"
            name={name}
            value={option.id}
            checked={option.id === shown}
            onChange={() => {
              setPressed({ id: option.id, since: props.value });
              props.onChange(option.id);
            }}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
