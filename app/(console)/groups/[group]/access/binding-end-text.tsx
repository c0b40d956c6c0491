'use client';

import { RelativeTime, useNow } from '#components/ui/text/relative-time.tsx';
import { phaseOf, type Times } from '#lib/client/access/binding-times.ts';

/** As in {@link BindingEnd}. */
export default function BindingEndText({
  binding: { startTime, expirationTime },
}: {
  binding: Times;
}) {
  const phase = phaseOf({ startTime, expirationTime }, useNow());
  if (phase === 'coming' && startTime !== undefined) {
    return (
      <span>
        begins <RelativeTime value={startTime} />
      </span>
    );
  }
  if (expirationTime === undefined) return null;
  return (
    <span>
      {phase === 'ended' ? 'ended' : 'ends'} <RelativeTime value={expirationTime} />
    </span>
  );
}
