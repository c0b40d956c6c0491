'use client';

import { useHydrated } from '#components/ui/hooks/use-hydrated.ts';
import { useNow } from '#components/ui/text/relative-time.tsx';
import { localTime } from '#components/ui/text/local-times.ts';
import { exactTime } from '#components/ui/text/time.ts';

/** "Friday 17:00" in the zone of the reader, with the exact time in UTC on hover and focus. */
export function LocalTime({ value }: { value: string }) {
  const now = useNow();
  const isHydrated = useHydrated();
  const then = Date.parse(value);
  // The server does not know the zone.
  return (
    <time
      dateTime={value}
      tabIndex={0}
      data-hint={exactTime(then)}
      className="rounded-sm whitespace-nowrap tabular-nums"
    >
      {isHydrated ? localTime(then, now) : exactTime(then)}
    </time>
  );
}
