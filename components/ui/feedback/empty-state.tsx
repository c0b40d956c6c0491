import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** One line that explains the purpose. */
  children?: ReactNode;
  action?: ReactNode;
  /** A link to the documentation. */
  reference?: ReactNode;
}

/** Replaces an empty list. */
export function EmptyState({ icon: Icon, title, children, action, reference }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-3 py-10">
      {Icon && <Icon aria-hidden size={16} className="text-ink-3" />}
      <div className="flex max-w-120 flex-col gap-1">
        <h2 className="text-base font-semibold">{title}</h2>
        {children && <p className="text-ink-2">{children}</p>}
      </div>
      {(action || reference) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1">
          {action}
          {reference}
        </div>
      )}
    </div>
  );
}
