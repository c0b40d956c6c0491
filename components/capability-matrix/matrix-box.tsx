'use client';

import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { boxClass } from '#components/ui/fields/checkbox.tsx';
import { cx } from '#components/ui/text/cx.ts';
import type { Place } from '#lib/client/access/capability-matrix.ts';

export interface MatrixBoxProps {
  label: string;
  place: Place;
  /** Whether it is the grid's tab stop. Arrow keys move between the boxes. */
  isActive: boolean;
  state: 'none' | 'some' | 'all';
  /** Why it cannot be checked. A disabled box stays focusable, so that people can read the reason. */
  disabledReason: string | false;
  onToggle: () => void;
  onFocus: (place: Place) => void;
  /** Form attributes, on the checkbox that represents the whole field. */
  field?: {
    name: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  };
  className?: string;
  children?: ReactNode;
}

export function MatrixBox(props: MatrixBoxProps) {
  const { place, state, disabledReason, children } = props;
  const Icon = state === 'some' ? Minus : Check;
  return (
    <label
      className={cx(
        'relative inline-flex min-h-6 items-center gap-x-1.5 pointer-coarse:min-h-9',
        props.className,
      )}
    >
      <input
        {...props.field}
        type="checkbox"
        aria-label={props.label}
        data-place={`${place.row} ${place.column}`}
        data-hint={disabledReason || props.label}
        tabIndex={props.isActive ? 0 : -1}
        ref={(input) => {
          if (input) input.indeterminate = state === 'some';
        }}
        checked={state === 'all'}
        aria-disabled={disabledReason ? true : undefined}
        onChange={disabledReason ? () => undefined : props.onToggle}
        onFocus={() => props.onFocus(place)}
        className={cx(
          'peer absolute inset-0 opacity-0',
          disabledReason ? 'cursor-default' : 'cursor-pointer',
        )}
      />
      <span
        className={cx(
          boxClass,
          disabledReason &&
            'border-dashed bg-paper-3 peer-checked:border-edge peer-checked:bg-paper-3 peer-checked:text-ink-3 peer-hover:border-edge',
        )}
      >
        {state !== 'none' && <Icon aria-hidden size={12} strokeWidth={3} />}
      </span>
      {children}
    </label>
  );
}
