'use client';

import { problemOf } from '#components/frame/problem.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { ApiRequestError } from '#lib/client/api.ts';

export interface QueryProblemProps {
  /** The title: "The groups could not be loaded". */
  title: string;
  /** The failed query, as its hook returns it. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  className?: string;
}

/** Says why a query failed, in place of its result, and offers a retry. */
export function QueryProblem({ title, query, className }: QueryProblemProps) {
  const { error } = query;
  if (error instanceof ApiRequestError && error.httpStatus === 404) {
    return (
      <ErrorPanel
        title={title}
        why="It was deleted, or the address is mistyped."
        className={className}
      />
    );
  }
  return (
    <ErrorPanel
      title={title}
      {...problemOf(error)}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
      className={className}
    />
  );
}
