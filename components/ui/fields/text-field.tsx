'use client';

import { Eye, EyeOff } from 'lucide-react';
import { type ChangeEvent, type ComponentProps, type FocusEvent, type Ref, useState } from 'react';
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
  /**
   * For uids, addresses, issuers, subjects and keys. Blanks at their ends are removed, because they come
   * from pasting.
   */
  mono?: boolean;
  /** Replaces what people type by what they mean, once they leave the field or press Enter. */
  tidy?: ((text: string) => string) | undefined;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** The button that shows a password. Its name has no words of the field's label, so that the label names
 * one element. */
function Reveal({ isShown, onPress }: { isShown: boolean; onPress: (isShown: boolean) => void }) {
  const Icon = isShown ? EyeOff : Eye;
  const label = isShown ? 'Hide what I typed' : 'Show what I typed';
  return (
    <button
      type="button"
      aria-label={label}
      data-hint={label}
      onClick={() => onPress(!isShown)}
      className="absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded text-ink-2 hover:text-ink pointer-coarse:w-10"
    >
      <Icon aria-hidden size={16} />
    </button>
  );
}

const PASTES = ['insertFromPaste', 'insertFromDrop', 'insertReplacementText'];

/** Whether the text was pasted, or filled in by the browser or another program. */
const cameWhole = (event: Event) =>
  !(event instanceof InputEvent) || PASTES.includes(event.inputType);

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
  tidy = (text) => text,
  className,
  inputRef,
  ...props
}: TextFieldProps) {
  const text = { label, hideLabel, description, errorMessage, isOptional };
  const field = useFieldId(text);
  // A password may begin or end with a blank.
  const isTrimmed = mono && props.type !== 'password';
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    onChange?.(isTrimmed && cameWhole(nativeEvent) ? target.value.trim() : target.value);
  const isSecret = props.type === 'password';
  const [isShown, setShown] = useState(false);
  const settle = (value: string) => {
    const meant = tidy(isTrimmed ? value.trim() : value);
    if (value !== meant) onChange?.(meant);
  };
  // Typed blanks are removed only now, because more text may follow a blank.
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    props.onBlur?.(event);
    settle(event.target.value);
  };
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <FieldLabel id={field.id} {...text} />
      <div className="relative">
        <input
          {...props}
          {...field}
          type={isShown ? 'text' : (props.type ?? 'text')}
          ref={inputRef}
          data-autofocus={props.autoFocus || undefined}
          aria-required={isRequired || undefined}
          disabled={isDisabled}
          onChange={onChange && change}
          onBlur={leave}
          onKeyDown={(event) => {
            props.onKeyDown?.(event);
            if (event.key === 'Enter') settle(event.currentTarget.value);
          }}
          className={cx(
            controlClass,
            'h-8 px-2.5 pointer-coarse:h-10',
            mono && 'font-mono text-sm',
            isSecret && 'pr-9 pointer-coarse:pr-11',
          )}
        />
        {isSecret && !isDisabled && <Reveal isShown={isShown} onPress={setShown} />}
      </div>
      <FieldHelp id={field.id} {...text} />
    </div>
  );
}
