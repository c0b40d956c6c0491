'use client';

import type { LucideIcon } from 'lucide-react';
import { Button } from '#components/ui/buttons/button.tsx';
import type { ButtonVariant } from '#components/ui/buttons/button-style.ts';
import { ButtonLink } from '#components/ui/buttons/link.tsx';

export interface ActionLinkProps {
  href: string;
  icon: LucideIcon;
  variant?: ButtonVariant;
  /** Why it cannot be done; it then stays in sight, and says so. */
  disabledReason: string | false;
  children: string;
}

/** An action with an address of its own, shown also to those who may not do it. */
export function ActionLink({ href, icon, variant, disabledReason, children }: ActionLinkProps) {
  return disabledReason ? (
    <Button icon={icon} variant={variant} disabledReason={disabledReason}>
      {children}
    </Button>
  ) : (
    <ButtonLink href={href} icon={icon} variant={variant}>
      {children}
    </ButtonLink>
  );
}
