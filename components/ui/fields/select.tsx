'use client';

import { ChevronsUpDown } from 'lucide-react';
import { cx } from '#components/ui/text/cx.ts';
import {
  controlClass,
  FieldHelp,
  FieldLabel,
  type FieldTextProps,
  useFieldId,
} from '#components/ui/fields/field.tsx';

export interface SelectOption<Id extends string = string> {
  id: Id;
  label: string;
}

export interface SelectProps<Id extends string> extends FieldTextProps {
  options: readonly SelectOption<Id>[];
  value: Id | null;
  onChange: (value: Id) => void;
  placeholder?: string;
  name?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  className?: string;
}

/**
 * A choice from a short, fixed list. It is the browser's own control, which works with every input
 * method and screen reader.
 */
export function Select<Id extends string>({ options, ...props }: SelectProps<Id>) {
  const field = useFieldId(props);
  return (
    <div className={cx('flex flex-col gap-1', props.className)}>
      <FieldLabel id={field.id} {...props} />
      <div className="relative">
        <select
          {...field}
          name={props.name}
          value={props.value ?? ''}
          disabled={props.isDisabled}
          aria-required={props.isRequired || undefined}
          onChange={(event) => props.onChange(event.target.value as Id)}
          className={cx(
            controlClass,
            'h-8 cursor-pointer appearance-none truncate pr-8 pl-2.5 pointer-coarse:h-10',
            props.value === null && 'text-ink-3',
          )}
        >
          {props.value === null && (
            <option value="" disabled>
              {props.placeholder ?? 'Choose'}
            </option>
          )}
          {options.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        <ChevronsUpDown
          aria-hidden
          size={16}
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-3"
        />
      </div>
      <FieldHelp id={field.id} {...props} />
    </div>
  );
}
