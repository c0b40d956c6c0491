'use client';

import { useQuery } from '@tanstack/react-query';
import { Organizations } from '#app/(console)/system/organizations.tsx';
import { Ownerless } from '#app/(console)/system/ownerless.tsx';
import { SystemFacts } from '#app/(console)/system/system-facts.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { PageHeader } from '#components/ui/page/page-header.tsx';
import { ApiRequestError } from '#lib/client/api.ts';
import { settingsPath } from '#lib/client/paths.ts';
import { systemQuery } from '#lib/client/system/system.ts';

/** How often the page refetches while it is visible. */
const FRESH_MS = 15_000;

/** How the installation is doing, for the people who run it. */
export function SystemPage() {
  const result = useQuery({ ...systemQuery(), refetchInterval: FRESH_MS });
  const { data, error } = result;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="shrink-0 border-b border-line px-4 py-1 sm:px-6">
        <PageHeader title="System" action={<LearnMore about="system" />} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
        <div className="flex max-w-page flex-col gap-8">
          {data && (
            <>
              <SystemFacts system={data} />
              {data.ownerless.length > 0 && (
                <Ownerless groups={data.ownerless} isCut={data.ownerlessTruncated} />
              )}
              <Organizations organizations={data.organizations} isCut={data.truncated} />
            </>
          )}
          {!data && isForbidden(error) && <Forbidden />}
          {!data && error && !isForbidden(error) && (
            <QueryProblem title="The state of the system could not be loaded" query={result} />
          )}
          {!data && !error && <Waiting />}
        </div>
      </div>
    </div>
  );
}

const isForbidden = (error: Error | null) =>
  error instanceof ApiRequestError && error.httpStatus === 403;

function Forbidden() {
  return (
    <EmptyState
      title="This page is for the operators of this installation"
      action={<Link href={settingsPath('profile')}>Your identities</Link>}
    >
      To see it, have the uid of your identity added to GROVE_SYSTEM_VIEWERS on the server.
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} className="h-8 w-full" />
      ))}
    </div>
  );
}
