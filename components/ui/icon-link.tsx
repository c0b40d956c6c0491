'use client';

import type { LucideIcon } from 'lucide-react';
import NextLink from 'next/link';
import { buttonClass, type ButtonSize } from '#components/ui/button-style.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Tooltip, type TooltipProps } from '#components/ui/tooltip.tsx';

export interface IconLinkProps {
  label: string;
  icon: LucideIcon;
  href: string;
  size?: ButtonSize;
  placement?: TooltipProps['placement'];
  /** Why it cannot be used now; it is then a button that tells so. */
  disabledReason?: string | false | null | undefined;
}

/** A square link of one icon; its label is its name and its tooltip. */
export function IconLink({ label, icon: Icon, href, size = 'sm', ...props }: IconLinkProps) {
  const placement = props.placement ?? 'bottom';
  if (props.disabledReason) {
    const { disabledReason } = props;
    return <IconButton {...{ label, icon: Icon, size, placement, disabledReason }} />;
  }
  return (
    <Tooltip content={label} placement={placement} focusable>
      <NextLink
        href={href}
        aria-label={label}
        className={buttonClass('ghost', size, { square: true })}
      >
        <Icon aria-hidden size={16} />
      </NextLink>
    </Tooltip>
  );
}
