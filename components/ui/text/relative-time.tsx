'use client';

import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from '#components/ui/text/time.ts';

const TICK_MS = 30_000;

/* One clock for all times on a page: a table of 200 rows must not run 200 timers. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((notify) => notify()), TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/* The end of the half minute, not the start: a recent event must not appear to be in the future. */
const endOfTick = () => Math.ceil(Date.now() / TICK_MS) * TICK_MS;

/** The current time in milliseconds since 1970, accurate to half a minute; it updates by itself. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, endOfTick, endOfTick);
}

/** "3 h ago", with the exact time in UTC on hover and focus. `value` is an RFC 3339 time. */
export function RelativeTime({ value }: { value: string }) {
  const now = useNow();
  const then = Date.parse(value);
  return (
    <time
      dateTime={value}
      tabIndex={0}
      data-hint={exactTime(then)}
      suppressHydrationWarning
      className="rounded-sm whitespace-nowrap tabular-nums"
    >
      {relativeTime(then, now)}
    </time>
  );
}
