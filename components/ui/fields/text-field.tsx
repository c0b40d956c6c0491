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
  // Typed blanks are removed only now, because more text may follow a blank.
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    props.onBlur?.(event);
    const { value } = event.target;
    if (isTrimmed && value !== value.trim()) onChange?.(value.trim());
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
