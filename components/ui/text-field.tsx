'use client';

import type { Ref } from 'react';
import { Input } from 'react-aria-components/Input';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import { cx } from '#components/ui/cx.ts';
import { controlClass, FieldHelp, FieldLabel, type FieldTextProps } from '#components/ui/field.tsx';

export interface TextFieldProps
  extends Omit<AriaTextFieldProps, 'children' | 'className'>, FieldTextProps {
  placeholder?: string;
  /** For uids, digests, issuers and subjects. */
  mono?: boolean;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** One line of text with its label, its help and its error. */
export function TextField({
  label,
  hideLabel,
  description,
  errorMessage,
  isOptional,
  placeholder,
  mono,
  className,
  inputRef,
  ...props
}: TextFieldProps) {
  const text = { label, hideLabel, description, errorMessage, isOptional };
  return (
    <AriaTextField
      validationBehavior="aria"
      {...props}
      isInvalid={Boolean(errorMessage)}
      className={cx('flex flex-col gap-1', className)}
    >
      <FieldLabel {...text} />
      <Input
        ref={inputRef}
        placeholder={placeholder}
        className={cx(
          controlClass,
          'h-8 px-2.5 pointer-coarse:h-10 pointer-coarse:text-lg',
          mono && 'font-mono text-sm',
        )}
      />
      <FieldHelp {...text} />
    </AriaTextField>
  );
}
