'use client';

import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { cx } from '#components/ui/cx.ts';

export interface SegmentedProps<Id extends string> {
  label: string;
  options: readonly { id: Id; label: string }[];
  value: Id;
  onChange: (value: Id) => void;
  className?: string;
}

/** A choice between two or three views of the same thing, all in sight: "in this group", "and below". */
export function Segmented<Id extends string>(props: SegmentedProps<Id>) {
  return (
    <RadioGroup
      aria-label={props.label}
      orientation="horizontal"
      value={props.value}
      onChange={(value) => props.onChange(value as Id)}
      className={cx(
        'inline-flex shrink-0 rounded border border-edge bg-paper p-px',
        props.className,
      )}
    >
      {props.options.map((option) => (
        <Radio
          key={option.id}
          value={option.id}
          className="flex h-7 cursor-pointer items-center rounded-[4px] px-2.5 text-sm whitespace-nowrap text-ink-2 transition-colors duration-120 hover:text-ink data-focus-visible:outline-2 data-focus-visible:outline-accent data-selected:bg-accent-soft data-selected:font-medium data-selected:text-ink pointer-coarse:h-9"
        >
          {option.label}
        </Radio>
      ))}
    </RadioGroup>
  );
}
