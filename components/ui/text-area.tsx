'use client';

import type { Ref } from 'react';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import { cx } from '#components/ui/cx.ts';
import { controlClass, FieldHelp, FieldLabel, type FieldTextProps } from '#components/ui/field.tsx';

export interface TextAreaProps
  extends Omit<AriaTextFieldProps, 'children' | 'className' | 'type'>, FieldTextProps {
  placeholder?: string;
  rows?: number;
  mono?: boolean;
  className?: string;
  inputRef?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text with their label, help and error. */
export function TextArea({
  label,
  hideLabel,
  description,
  errorMessage,
  isOptional,
  placeholder,
  rows = 3,
  mono,
  className,
  inputRef,
  ...props
}: TextAreaProps) {
  const text = { label, hideLabel, description, errorMessage, isOptional };
  return (
    <AriaTextField
      validationBehavior="aria"
      {...props}
      isInvalid={Boolean(errorMessage)}
      className={cx('flex flex-col gap-1', className)}
    >
      <FieldLabel {...text} />
      <AriaTextArea
        ref={inputRef}
        rows={rows}
        placeholder={placeholder}
        className={cx(
          controlClass,
          'block min-h-16 resize-y px-2.5 py-1.5 pointer-coarse:text-lg',
          mono && 'font-mono text-sm',
        )}
      />
      <FieldHelp {...text} />
    </AriaTextField>
  );
}
