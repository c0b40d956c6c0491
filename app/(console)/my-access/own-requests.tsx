'use client';

import { useQuery } from '@tanstack/react-query';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { requestText, STATE_WORDS } from '#lib/client/access/request-words.ts';
import { ownRequestsQuery } from '#lib/client/access/requests.ts';
import { requestPath } from '#lib/client/access/request-paths.ts';

/** The newest requests of the person, with what became of each. */
export function OwnRequests() {
  const result = useQuery(ownRequestsQuery());
  const requests = result.data?.accessRequests;
  if (result.error && !requests) {
    return <QueryProblem title="Your requests could not be loaded" query={result} />;
  }
  if (!requests || requests.length === 0) return null;
  return (
    <section aria-labelledby="my-requests" className="flex flex-col gap-2">
      <h2 id="my-requests" className="text-base font-semibold">
        My requests
      </h2>
      <ul className="border-t border-line">
        {requests.map((request) => {
          const { label, tone } = STATE_WORDS[request.state];
          return (
            <li
              key={request.uid}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2"
            >
              <Link href={requestPath(request.uid)} className="min-w-0 flex-1 wrap-anywhere">
                {requestText(request)}
                {request.identity.uid !== request.requester.uid && ` (${request.identity.name})`}
              </Link>
              <span className="text-sm text-ink-2">
                asked <RelativeTime value={request.createTime} />
              </span>
              <Badge tone={tone}>{label}</Badge>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
