'use client';

import type { LucideIcon } from 'lucide-react';
import type { Ref } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from 'react-aria-components/Button';
import { buttonClass, type ButtonSize, type ButtonVariant } from '#components/ui/button-style.ts';
import { Spinner } from '#components/ui/spinner.tsx';
import { Tooltip, type TooltipProps } from '#components/ui/tooltip.tsx';

export interface IconButtonProps extends Omit<
  AriaButtonProps,
  'children' | 'className' | 'isDisabled' | 'aria-label'
> {
  label: string;
  icon: LucideIcon;
  variant?: ButtonVariant;
  size?: ButtonSize;
  disabledReason?: string | false | null | undefined;
  /** Where the tooltip with the label stands. */
  placement?: TooltipProps['placement'];
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A square button of one icon; its label is its name and its tooltip. */
export function IconButton({
  label,
  icon: Icon,
  variant = 'ghost',
  size = 'md',
  disabledReason,
  placement,
  className,
  ...props
}: IconButtonProps) {
  const off = Boolean(disabledReason);
  return (
    <Tooltip content={disabledReason || label} placement={placement ?? 'top'}>
      <AriaButton
        {...props}
        {...(off && { onPress: undefined, type: 'button', 'aria-disabled': true })}
        aria-label={label}
        className={buttonClass(variant, size, { square: true, off, className })}
      >
        {props.isPending ? <Spinner /> : <Icon aria-hidden size={16} />}
      </AriaButton>
    </Tooltip>
  );
}
