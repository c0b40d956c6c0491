import { exactTime } from '#components/ui/text/time.ts';

const ZONE = ' UTC';

/**
 * "2026-11-21 05:17:03 UTC", for people who compare records.
 *
 * @param value an RFC 3339 time.
 * @param isZoneInHead whether a wide screen has the zone in the head of the column.
 */
export function ExactTime({ value, isZoneInHead }: { value: string; isZoneInHead?: boolean }) {
  return (
    <time dateTime={value} className="whitespace-nowrap tabular-nums">
      {exactTime(Date.parse(value)).slice(0, -ZONE.length)}
      <span className={isZoneInHead ? 'sm:sr-only' : undefined}>{ZONE}</span>
    </time>
  );
}
