import type { ComponentProps } from 'react';

export interface PlainButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'onClick'> {
  onPress?: (() => void) | undefined;
  /** Why the button cannot be used now. It stays focusable, so that the reason can be read. */
  disabledReason?: string | false | null | undefined;
  /** Whether what it started is not done yet; it does nothing until then. */
  isPending?: boolean | undefined;
  /** Words on hover and focus. */
  hint?: string | undefined;
}

/** What every button does, whatever it looks like. */
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
      // One that is off must not submit its form either.
      type={off ? 'button' : type}
      data-hint={hint}
      data-autofocus={props.autoFocus || undefined}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onPress && (() => onPress())}
    />
  );
}
