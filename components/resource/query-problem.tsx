'use client';

import { problemOf } from '#components/frame/problem.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';

export interface QueryProblemProps {
  /** What failed: "The groups could not be loaded". */
  title: string;
  /** What was asked, as the query's hook gives it. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  className?: string;
}

/** Tells why a query failed, in the place of what it would have shown, and asks again. */
export function QueryProblem({ title, query, className }: QueryProblemProps) {
  return (
    <ErrorPanel
      title={title}
      {...problemOf(query.error)}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
      className={className}
    />
  );
}
