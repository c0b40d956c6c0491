'use client';

import type { LucideIcon } from 'lucide-react';
import { NextLink } from '#components/ui/buttons/next-link.tsx';
import { buttonClass, type ButtonSize } from '#components/ui/buttons/button-style.ts';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';

export interface IconLinkProps {
  label: string;
  icon: LucideIcon;
  href: string;
  size?: ButtonSize;
  /** Why it cannot be used now. It is then a button that shows the reason. */
  disabledReason?: string | false | null | undefined;
}

/** A square link with an icon; its label is its accessible name and its hint. */
export function IconLink({ label, icon: Icon, href, size = 'sm', disabledReason }: IconLinkProps) {
  if (disabledReason) return <IconButton {...{ label, icon: Icon, size, disabledReason }} />;
  return (
    <NextLink
      href={href}
      aria-label={label}
      data-hint={label}
      className={buttonClass('ghost', size, { square: true })}
    >
      <Icon aria-hidden size={16} />
    </NextLink>
  );
}
