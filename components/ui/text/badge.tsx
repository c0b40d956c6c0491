import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#components/ui/text/cx.ts';

export type BadgeTone = 'neutral' | 'accent' | 'warn' | 'danger';

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-paper-3 text-ink-2',
  accent: 'bg-accent-soft text-accent-2',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
};

export interface BadgeProps {
  tone?: BadgeTone;
  icon?: LucideIcon;
  children: ReactNode;
}

/** A word about the element beside it. The word carries the meaning; the colour supports it. */
export function Badge({ tone = 'neutral', icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 min-w-0 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {Icon && <Icon aria-hidden size={12} />}
      <span className="contents">{children}</span>
    </span>
  );
}
