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

export interface TextFieldProps
  extends
    Omit<ComponentProps<'input'>, 'onChange' | 'className' | 'disabled' | 'required' | 'id'>,
    FieldTextProps {
  onChange?: (value: string) => void;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** For uids, digests, issuers and subjects. */
  mono?: boolean;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** A text field with its label, help and error. */
export function TextField({
  label,
  hideLabel,
  description,
  errorMessage,
  isOptional,
  onChange,
  isRequired,
  isDisabled,
  mono,
  className,
  inputRef,
  ...props
}: TextFieldProps) {
  const text = { label, hideLabel, description, errorMessage, isOptional };
  const field = useFieldId(text);
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <FieldLabel id={field.id} {...text} />
      <input
        type="text"
        {...props}
        {...field}
        ref={inputRef}
        data-autofocus={props.autoFocus || undefined}
        aria-required={isRequired || undefined}
        disabled={isDisabled}
        onChange={onChange && ((event) => onChange(event.target.value))}
        className={cx(
          controlClass,
          'h-8 px-2.5 pointer-coarse:h-10 pointer-coarse:text-lg',
          mono && 'font-mono text-sm',
        )}
      />
      <FieldHelp id={field.id} {...text} />
    </div>
  );
}
