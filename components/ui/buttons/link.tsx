import type { LucideIcon } from 'lucide-react';
import { NextLink } from '#components/ui/buttons/next-link.tsx';
import type { ComponentProps } from 'react';
import {
  buttonClass,
  type ButtonSize,
  type ButtonVariant,
} from '#components/ui/buttons/button-style.ts';
import { cx } from '#components/ui/text/cx.ts';

/** A link in text, underlined in the accent colour. */
export function Link({ className, ...props }: ComponentProps<typeof NextLink>) {
  return (
    <NextLink
      {...props}
      className={cx(
        'rounded-sm text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent',
        className,
      )}
    />
  );
}

export interface ButtonLinkProps extends Omit<ComponentProps<typeof NextLink>, 'className'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  className?: string;
}

/** A link that starts an action with its own address, so it looks like a button. */
export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  className,
  children,
  ...props
}: ButtonLinkProps) {
  return (
    <NextLink {...props} className={buttonClass(variant, size, { className })}>
      {Icon && <Icon aria-hidden size={16} />}
      <span className="contents">{children}</span>
    </NextLink>
  );
}
