import type { ReactNode } from 'react';
import { cx } from '#components/ui/text/cx.ts';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';

export interface ResourceHeadProps {
  /** The list that contains it, for the way back. */
  list: { href: string; label: string };
  /** Undefined while it loads. */
  name: string | undefined;
  /** Sets the name in mono, for names of machines. */
  mono?: boolean;
  /** Beside the name. */
  badge?: ReactNode;
  /** The actions. */
  children?: ReactNode;
}

/** The header of a resource's own page. */
export function ResourceHead({ list, name, mono, badge, children }: ResourceHeadProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <Link href={list.href}>{list.label}</Link>
        <h2 className={cx('min-w-0 text-lg font-semibold break-words', mono && 'font-mono')}>
          {name ?? <Skeleton className="h-5 w-40" />}
        </h2>
        {badge}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </header>
  );
}
