'use client';

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import {
  buttonClass,
  type ButtonSize,
  type ButtonVariant,
} from '#components/ui/buttons/button-style.ts';
import { PlainButton } from '#components/ui/buttons/plain-button.tsx';
import { Spinner } from '#components/ui/feedback/spinner.tsx';

export interface ButtonProps extends Omit<
  ComponentProps<typeof PlainButton>,
  'children' | 'className'
> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  className?: string;
  children: ReactNode;
}

/** A button; secondary and 32 px high by default. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  className,
  children,
  ...props
}: ButtonProps) {
  const off = Boolean(props.disabledReason);
  return (
    <PlainButton
      {...props}
      hint={props.disabledReason || props.hint}
      className={buttonClass(variant, size, { off, className })}
    >
      {props.isPending ? <Spinner /> : Icon && <Icon aria-hidden size={16} className="shrink-0" />}
      <span className="contents">{children}</span>
    </PlainButton>
  );
}
