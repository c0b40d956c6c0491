import type { ReactNode } from 'react';

export interface PageHeaderProps {
  title: string;
  breadcrumbs?: ReactNode;
  /** Beside the title: a badge. */
  badge?: ReactNode;
  /** Below the title: a uid or one fact. */
  meta?: ReactNode;
  /** The main action. */
  action?: ReactNode;
}

/** The header line of a page. */
export function PageHeader({ title, breadcrumbs, badge, meta, action }: PageHeaderProps) {
  return (
    <header className="flex flex-col gap-1">
      {breadcrumbs}
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-xl font-semibold tracking-tight">{title}</h1>
          {badge}
          {meta}
        </div>
        {action && <div className="flex shrink-0 items-center gap-2">{action}</div>}
      </div>
    </header>
  );
}
