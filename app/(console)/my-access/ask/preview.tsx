import type { UseQueryResult } from '@tanstack/react-query';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { counted } from '#lib/client/counted.ts';
import { durationText } from '#lib/client/access/request-words.ts';
import type { Offer, Preview as Previewed } from '#lib/client/access/requests.ts';

interface PreviewProps {
  preview: UseQueryResult<Previewed>;
  offer: Offer;
}

/** What asking does: whom it asks, and how long it may last. */
export function Preview({ preview: { data, error }, offer }: PreviewProps) {
  const { approvals, maxDuration, secondFactor, emergency } = offer;
  const isOfFields = Object.keys(violationsOf(error)).length > 0;
  return (
    <div role="status" className="flex flex-col gap-1 border-l-2 border-line pl-3 text-ink-2">
      <p>
        {approvals === 0 ? 'Nobody has to approve it' : approvalText(approvals)}. It lasts for{' '}
        {durationText(maxDuration)} at most.
      </p>
      {data && data.asked.length > 0 && (
        <p className="wrap-anywhere">
          Asks {data.asked.map(({ name }) => name).join(', ')}
          {data.asked.length >= 20 ? ' and others' : ''}.
        </p>
      )}
      {data?.asked.length === 0 && approvals > 0 && (
        <p>Nobody can answer it now: nobody else may grant this role here.</p>
      )}
      {secondFactor && <p>It takes a second factor that you showed in the last 10 minutes.</p>}
      {emergency && <p>It is for emergencies: every owner hears of it, and one reviews it.</p>}
      {error && !isOfFields && <p className="text-danger">{problemOf(error).why}</p>}
    </div>
  );
}

const approvalText = (approvals: number) =>
  `${counted(approvals, ['person has', 'people have'])} to approve it`;
