'use client';

import type { LucideIcon } from 'lucide-react';
import { Button } from '#components/ui/buttons/button.tsx';
import type { ButtonVariant } from '#components/ui/buttons/button-style.ts';
import { ButtonLink } from '#components/ui/buttons/link.tsx';

export interface ActionLinkProps {
  href: string;
  icon: LucideIcon;
  variant?: ButtonVariant;
  /**
   * Why the action is not possible. The link then stays visible, disabled, and shows the reason.
   */
  disabledReason: string | false;
  className?: string;
  children: string;
}

/** An action with its own address. Visible to people who may not use it, too. */
export function ActionLink({ href, disabledReason, children, ...look }: ActionLinkProps) {
  return disabledReason ? (
    <Button {...look} disabledReason={disabledReason}>
      {children}
    </Button>
  ) : (
    <ButtonLink {...look} href={href}>
      {children}
    </ButtonLink>
  );
}
