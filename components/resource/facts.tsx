import type { ReactNode } from 'react';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';

/** The facts of one resource, one per line. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-1 gap-x-8 sm:grid-cols-[10rem_minmax(0,1fr)]">{children}</dl>
  );
}

/** Undefined while loading; null if there is no value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-subgrid border-b border-line py-2.5 last:border-b-0 sm:col-span-2">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 whitespace-pre-wrap">
        {children === undefined ? (
          <Skeleton className="my-1 h-3 w-40" />
        ) : (
          (children ?? <span className="text-ink-3">None</span>)
        )}
      </dd>
    </div>
  );
}
