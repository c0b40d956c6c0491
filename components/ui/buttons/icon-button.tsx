'use client';

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import {
  buttonClass,
  type ButtonSize,
  type ButtonVariant,
} from '#components/ui/buttons/button-style.ts';
import { PlainButton } from '#components/ui/buttons/plain-button.tsx';
import { Spinner } from '#components/ui/feedback/spinner.tsx';

export interface IconButtonProps extends Omit<
  ComponentProps<typeof PlainButton>,
  'children' | 'className' | 'hint' | 'aria-label'
> {
  label: string;
  icon: LucideIcon;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

/** A square button with an icon; its label is its accessible name and its hint. */
export function IconButton({
  label,
  icon: Icon,
  variant = 'ghost',
  size = 'md',
  className,
  ...props
}: IconButtonProps) {
  const off = Boolean(props.disabledReason);
  return (
    <PlainButton
      {...props}
      hint={props.disabledReason || label}
      aria-label={label}
      className={buttonClass(variant, size, { square: true, off, className })}
    >
      {props.isPending ? <Spinner /> : <Icon aria-hidden size={16} />}
    </PlainButton>
  );
}
