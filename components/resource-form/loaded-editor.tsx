'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Sheet } from '#components/ui/overlays/sheet.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';

export interface LoadedEditorProps<T> {
  /** The noun of the texts: "group". */
  noun: string;
  result: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** The address that closing goes to. */
  closeHref: string;
  children: (data: T) => ReactNode;
}

/**
 * Renders the editor once the resource has loaded. Before that, and after an error, it renders a
 * sheet with the state.
 */
export function LoadedEditor<T>({ noun, result, closeHref, children }: LoadedEditorProps<T>) {
  const router = useRouter();
  if (result.data !== undefined) return children(result.data);
  return (
    <Sheet title={`Edit ${noun}`} onClose={() => router.replace(closeHref)}>
      {result.error ? (
        <QueryProblem title={`This ${noun} could not be loaded`} query={result} />
      ) : (
        <div role="status" className="flex flex-col gap-5">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-13 w-full" />
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-13 w-full" />
        </div>
      )}
    </Sheet>
  );
}
