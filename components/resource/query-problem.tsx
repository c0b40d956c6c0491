'use client';

import { problemOf } from '#components/frame/problem.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';

export interface QueryProblemProps {
  /** The title: "The groups could not be loaded". */
  title: string;
  /** The failed query, as its hook returns it. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  className?: string;
}

/** Says why a query failed, in place of its result, and offers a retry. */
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
