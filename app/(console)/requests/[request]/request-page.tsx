'use client';

import { useQuery } from '@tanstack/react-query';
import { RequestActions } from '#app/(console)/requests/[request]/request-actions.tsx';
import { RequestFacts } from '#app/(console)/requests/[request]/request-facts.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { PageHeader } from '#components/ui/page/page-header.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import { STATE_WORDS } from '#lib/client/access/request-words.ts';
import { answerableQuery, requestQuery } from '#lib/client/access/requests.ts';
import { MY_ACCESS_PATH, REQUESTS_PATH } from '#lib/client/access/request-paths.ts';

/** A request, with the answers so far and what the person may do with it. */
export function RequestPage({ uid }: { uid: string }) {
  const result = useQuery(requestQuery(uid));
  const { data: isAnswerable = false } = useQuery(answerableQuery(uid));
  const request = result.data?.body;
  if (result.error && !request) {
    return (
      <div className="p-4 sm:px-6">
        <QueryProblem title="This request could not be loaded" query={result} />
      </div>
    );
  }
  const state = request && STATE_WORDS[request.state];
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
      <article className="flex max-w-160 flex-col gap-6">
        <PageHeader
          title={request ? `${request.role.name} at ${request.group.name}` : 'Request'}
          badge={state && <Badge tone={state.tone}>{state.label}</Badge>}
          breadcrumbs={
            isAnswerable ? (
              <Link href={REQUESTS_PATH}>Requests</Link>
            ) : (
              <Link href={MY_ACCESS_PATH}>My access</Link>
            )
          }
        />
        {request ? (
          <>
            <RequestFacts request={request} />
            {result.data && <RequestActions read={result.data} isAnswerable={isAnswerable} />}
          </>
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </article>
    </div>
  );
}
