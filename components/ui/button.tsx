'use client';

import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from 'react-aria-components/Button';
import { buttonClass, type ButtonSize, type ButtonVariant } from '#components/ui/button-style.ts';
import { Spinner } from '#components/ui/spinner.tsx';
import { Tooltip } from '#components/ui/tooltip.tsx';

export interface ButtonProps extends Omit<
  AriaButtonProps,
  'children' | 'className' | 'isDisabled'
> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** Why the button cannot be used now. It stays focusable, so that the reason can be read. */
  disabledReason?: string | false | null | undefined;
  className?: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button: secondary and 32 px high unless told otherwise. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  disabledReason,
  className,
  children,
  ...props
}: ButtonProps) {
  const off = Boolean(disabledReason);
  return (
    // Always inside, so that the button stays the same element when the reason comes and goes.
    <Tooltip content={disabledReason} isDisabled={!off}>
      <AriaButton
        {...props}
        {...(off && { onPress: undefined, type: 'button', 'aria-disabled': true })}
        className={buttonClass(variant, size, { off, className })}
      >
        {props.isPending ? <Spinner /> : Icon && <Icon aria-hidden size={16} />}
        {children}
      </AriaButton>
    </Tooltip>
  );
}
