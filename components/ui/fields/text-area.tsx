'use client';

import type { ComponentProps, Ref } from 'react';
import { cx } from '#components/ui/text/cx.ts';
import {
  controlClass,
  FieldHelp,
  FieldLabel,
  type FieldTextProps,
  useFieldId,
} from '#components/ui/fields/field.tsx';

export interface TextAreaProps
  extends
    Omit<ComponentProps<'textarea'>, 'onChange' | 'className' | 'disabled' | 'required' | 'id'>,
    FieldTextProps {
  onChange?: (value: string) => void;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
  mono?: boolean;
  className?: string;
  inputRef?: Ref<HTMLTextAreaElement>;
}

/** A text area with its label, help and error. */
export function TextArea({
  label,
  hideLabel,
  description,
  errorMessage,
  isOptional,
  onChange,
  isRequired,
  isDisabled,
  rows = 3,
  mono,
  className,
  inputRef,
  ...props
}: TextAreaProps) {
  const text = { label, hideLabel, description, errorMessage, isOptional };
  const field = useFieldId(text);
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <FieldLabel id={field.id} {...text} />
      <textarea
        {...props}
        {...field}
        ref={inputRef}
        data-autofocus={props.autoFocus || undefined}
        rows={rows}
        aria-required={isRequired || undefined}
        disabled={isDisabled}
        onChange={onChange && ((event) => onChange(event.target.value))}
        className={cx(
          controlClass,
          'block min-h-16 resize-y px-2.5 py-1.5',
          mono && 'font-mono text-sm',
        )}
      />
      <FieldHelp id={field.id} {...text} />
    </div>
  );
}
