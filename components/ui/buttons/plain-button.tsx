import type { ComponentProps } from 'react';

export interface PlainButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'onClick'> {
  onPress?: (() => void) | undefined;
  /** Why the button cannot be used now. It stays focusable, so that the reason can be read. */
  disabledReason?: string | false | null | undefined;
  /** Whether its action still runs. Presses do nothing until it ends. */
  isPending?: boolean | undefined;
  /** A hint on hover and focus. */
  hint?: string | undefined;
}

/** The behaviour of every button, independent of its look. */
export function PlainButton({
  onPress,
  disabledReason,
  isPending,
  hint,
  type = 'button',
  ...props
}: PlainButtonProps) {
  const off = Boolean(disabledReason) || isPending === true;
  return (
    <button
      {...props}
      // A disabled button must not submit its form.
      type={off ? 'button' : type}
      data-hint={hint}
      data-autofocus={props.autoFocus || undefined}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onPress && (() => onPress())}
    />
  );
}
