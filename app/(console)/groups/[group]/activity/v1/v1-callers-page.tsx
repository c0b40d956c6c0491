'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallersTable } from '#app/(console)/groups/[group]/activity/v1/callers-table.tsx';
import { endOfV1Text } from '#app/(console)/groups/[group]/activity/v1/v1-words.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { byIdentity, type V1Callers, v1CallersQuery } from '#lib/client/activity/v1-callers.ts';
import { ApiRequestError } from '#lib/client/api.ts';
import { apiReferencePath, groupPath } from '#lib/client/paths.ts';
import { counted, formOf } from '#lib/client/counted.ts';

/** How often a visible list refetches. Calls are recorded within a minute. */
const FRESH_MS = 30_000;

/** Which identities of a group, and of all groups below it, still call v1. */
export function V1CallersPage({ group }: { group: string }) {
  const result = useQuery({ ...v1CallersQuery(group), refetchInterval: FRESH_MS });
  return (
    <article aria-labelledby="v1-callers" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <Link href={groupPath(group, 'activity')}>Activity</Link>
        <h2 id="v1-callers" className="text-lg font-semibold">
          Programs on API v1
        </h2>
      </header>
      <Answer result={result}>
        {(answer) => (answer.callers.length === 0 ? <Nobody {...answer} /> : <Some {...answer} />)}
      </Answer>
    </article>
  );
}

interface AnswerProps {
  result: {
    data: V1Callers | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  children: (answer: V1Callers) => ReactNode;
}

function Answer({ result, children }: AnswerProps) {
  const { data, error } = result;
  if (data !== undefined) return children(data);
  if (error instanceof ApiRequestError && error.httpStatus === 403) {
    return (
      <EmptyState title="You may not see the programs on API v1">
        You need the capability audit.list in this group, which owners and auditors have.
      </EmptyState>
    );
  }
  if (error) return <QueryProblem title="The callers of v1 could not be loaded" query={result} />;
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-5 w-80 max-w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  );
}

function Nobody(answer: V1Callers) {
  return (
    <EmptyState
      title={answer.offered ? 'Nobody here calls v1' : 'v1 is switched off'}
      action={answer.offered && <Link href={apiReferencePath(undefined, 'v1')}>v1 reference</Link>}
    >
      {answer.offered
        ? `No identity in this group or below has called the first version of the API. Calls appear within a minute. ${endOfV1Text(answer)}`
        : 'No identity in this group or below had called it.'}
    </EmptyState>
  );
}

function Some(answer: V1Callers) {
  const people = byIdentity(answer.callers);
  const count = counted(people.length, ['identity', 'identities']);
  return (
    <>
      <p className="max-w-180 text-ink-2">
        {answer.truncated ? `At least ${count}` : count} of this group and below called the first
        version of the API. Move {formOf(people.length, ['its program', 'their programs'])} to
        v2beta1 before v1 ends. {endOfV1Text(answer)}
      </p>
      <CallersTable people={people} />
      {answer.truncated && <p className="text-ink-2">Only the latest 1,000 are listed.</p>}
    </>
  );
}
