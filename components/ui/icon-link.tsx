'use client';

import type { LucideIcon } from 'lucide-react';
import NextLink from 'next/link';
import { buttonClass, type ButtonSize } from '#components/ui/button-style.ts';
import { Tooltip, type TooltipProps } from '#components/ui/tooltip.tsx';

export interface IconLinkProps {
  label: string;
  icon: LucideIcon;
  href: string;
  size?: ButtonSize;
  placement?: TooltipProps['placement'];
}

/** A square link of one icon; its label is its name and its tooltip. */
export function IconLink({ label, icon: Icon, href, size = 'sm', placement }: IconLinkProps) {
  return (
    <Tooltip content={label} placement={placement ?? 'bottom'} focusable>
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
