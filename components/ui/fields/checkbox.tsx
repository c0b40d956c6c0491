'use client';

import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#components/ui/text/cx.ts';

export interface CheckboxProps {
  isSelected: boolean;
  /** @param isRange whether Shift was held. */
  onChange: (isSelected: boolean, isRange: boolean) => void;
  /** Neither on nor off: some of the boxes that it represents are on. */
  isIndeterminate?: boolean | undefined;
  isDisabled?: boolean | undefined;
  name?: string | undefined;
  'aria-label'?: string | undefined;
  /** A hint on hover and focus, such as why it cannot be changed. */
  hint?: string | undefined;
  children?: ReactNode;
  className?: string | undefined;
}

/** The look of a checkbox that an invisible `input` of class `peer` covers. */
export const boxClass =
  'inline-flex size-4 shrink-0 items-center justify-center rounded-sm border border-edge bg-paper text-on-accent peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-hover:border-ink-3 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-1 peer-focus-visible:outline-accent peer-disabled:border-line peer-disabled:bg-paper-3 peer-disabled:text-ink-3';

/** A checkbox. Without visible text, give it an `aria-label`. */
export function Checkbox(props: CheckboxProps) {
  const { isIndeterminate = false } = props;
  const Icon = isIndeterminate ? Minus : Check;
  return (
    <label
      data-hint={props.hint}
      className={cx(
        'relative flex items-start gap-2 text-base has-disabled:text-ink-3 pointer-coarse:min-h-10 pointer-coarse:items-center',
        props.className,
      )}
    >
      <input
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = isIndeterminate;
        }}
        name={props.name}
        aria-label={props['aria-label']}
        checked={props.isSelected}
        disabled={props.isDisabled}
        onChange={({ target, nativeEvent: event }) =>
          props.onChange(target.checked, 'shiftKey' in event && event.shiftKey === true)
        }
        className="peer absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
      />
      <span className={cx(boxClass, 'mt-0.5')}>
        {(isIndeterminate || props.isSelected) && <Icon aria-hidden size={12} strokeWidth={3} />}
      </span>
      {props.children}
    </label>
  );
}
