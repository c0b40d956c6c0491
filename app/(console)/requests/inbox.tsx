'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AnswerDialog } from '#app/(console)/requests/answer-dialog.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { PageHeader } from '#components/ui/page/page-header.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { requestText } from '#lib/client/access/request-words.ts';
import { waitingQuery } from '#lib/client/access/requests.ts';
import { requestPath } from '#lib/client/access/request-paths.ts';
import type { AccessRequest } from '#lib/client/resources/resources.ts';

/** The requests that wait for an answer of the person. */
export function Inbox() {
  const result = useQuery(waitingQuery());
  const requests = result.data?.accessRequests;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
      <div className="flex max-w-200 flex-col gap-5">
        <div className="flex flex-col gap-1">
          <PageHeader title="Requests" action={<LearnMore about="requests" />} />
          <p className="max-w-160 text-ink-2">
            People ask for a role for a while, and wait for your answer. You cannot answer your own
            requests.
          </p>
        </div>
        {result.error && !requests && (
          <QueryProblem title="The requests could not be loaded" query={result} />
        )}
        {result.isPending && <Skeleton className="h-15 w-full" />}
        {requests?.length === 0 && (
          <EmptyState title="Nothing waits for you">
            A request that you can answer appears here by itself.
          </EmptyState>
        )}
        {requests && requests.length > 0 && (
          <Waiting requests={requests} total={Number(result.data?.totalCount)} />
        )}
      </div>
    </div>
  );
}

function Waiting({ requests, total }: { requests: readonly AccessRequest[]; total: number }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [how, setHow] = useState<'approve' | 'deny' | null>(null);
  // One that somebody else has answered is gone.
  const chosen = requests.filter(({ uid }) => picked.has(uid));
  const pick = (uid: string, isPicked: boolean) => {
    const next = new Set(picked);
    if (isPicked) next.add(uid);
    else next.delete(uid);
    setPicked(next);
  };
  const isAll = chosen.length === requests.length;
  const none = chosen.length === 0 && 'Select requests first';
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Checkbox
          className="flex-1"
          isSelected={isAll}
          isIndeterminate={chosen.length > 0 && !isAll}
          onChange={() => setPicked(new Set(isAll ? [] : requests.map(({ uid }) => uid)))}
        >
          {chosen.length === 0 ? 'Select all' : `${chosen.length} selected`}
        </Checkbox>
        <Button disabledReason={none} onPress={() => setHow('deny')}>
          Deny…
        </Button>
        <Button variant="primary" disabledReason={none} onPress={() => setHow('approve')}>
          Approve…
        </Button>
      </div>
      <ul aria-label="Requests" className="border-t border-line">
        {requests.map((request) => (
          <WaitingRow
            key={request.uid}
            request={request}
            isPicked={picked.has(request.uid)}
            onPick={(isPicked) => pick(request.uid, isPicked)}
          />
        ))}
      </ul>
      {total > requests.length && (
        <p className="text-ink-2">
          {total - requests.length} more follow once these have an answer.
        </p>
      )}
      {how && chosen.length > 0 && (
        <AnswerDialog
          how={how}
          requests={chosen.map((request) => ({ request, etag: null }))}
          onClose={() => setHow(null)}
        />
      )}
    </>
  );
}

interface WaitingRowProps {
  request: AccessRequest;
  isPicked: boolean;
  onPick: (isPicked: boolean) => void;
}

function WaitingRow({ request, isPicked, onPick }: WaitingRowProps) {
  const { uid, requester, identity, reason, createTime, pendingUntil } = request;
  const who = requester.name || requester.email;
  const whom = identity.uid === requester.uid ? '' : ` for ${identity.name}`;
  return (
    <li className="flex items-start gap-3 border-b border-line py-2.5">
      <Checkbox
        isSelected={isPicked}
        onChange={onPick}
        aria-label={`Select the request of ${who}`}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 wrap-anywhere">
        <p>
          <span className="font-medium">{who}</span>
          {whom}: <Link href={requestPath(uid)}>{requestText(request)}</Link>
        </p>
        {reason && <p>{reason}</p>}
        <p className="text-sm text-ink-2">
          Asked <RelativeTime value={createTime} />, waits until{' '}
          <RelativeTime value={pendingUntil} />
        </p>
      </div>
    </li>
  );
}
