'use client';

import { GroupName } from '#app/(console)/my-access/group-name.tsx';
import { useHydrated } from '#components/ui/hooks/use-hydrated.ts';
import { useNow } from '#components/ui/text/relative-time.tsx';
import { clockText, dayText } from '#components/ui/text/local-times.ts';
import { exactTime } from '#components/ui/text/time.ts';
import { type Turn, turnsOf } from '#lib/client/access/own-access.ts';
import type { Names } from '#lib/client/resources/names.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';
import { capitalized } from '#lib/resources/catalog.ts';

/** More than anybody plans for. */
const MOST = 50;

interface CalendarProps {
  bindings: readonly RoleBinding[];
  names: Names;
}

/** What begins and ends, by the days of the reader; nothing if all of it lasts. */
export function Calendar({ bindings, names }: CalendarProps) {
  const now = useNow();
  // The server does not know the zone, and says the days of UTC.
  const zone = useHydrated() ? undefined : 'UTC';
  const turns = turnsOf(bindings, now);
  if (turns.length === 0) return null;
  const shown = turns.slice(0, MOST);
  const days = Map.groupBy(shown, ({ time }) => dayText(Date.parse(time), now, zone));
  return (
    <section aria-labelledby="my-calendar" className="flex flex-col gap-2">
      <h2 id="my-calendar" className="text-base font-semibold">
        What begins and ends
      </h2>
      <ul className="border-t border-line">
        {[...days].map(([day, ofDay]) => (
          <li
            key={day}
            className="grid gap-x-4 gap-y-1 border-b border-line py-2 sm:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <h3 className="font-medium">{capitalized(day)}</h3>
            <ul className="flex flex-col gap-1">
              {ofDay.map((turn) => (
                <TurnLine
                  key={`${turn.binding.uid} ${turn.kind}`}
                  turn={turn}
                  zone={zone}
                  names={names}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {shown.length < turns.length && (
        <p className="text-ink-2">and {turns.length - shown.length} more later</p>
      )}
    </section>
  );
}

interface TurnLineProps {
  turn: Turn;
  zone: string | undefined;
  names: Names;
}

function TurnLine({ turn, zone, names }: TurnLineProps) {
  const { time, kind, binding } = turn;
  const then = Date.parse(time);
  return (
    <li className="flex gap-3">
      <time
        dateTime={time}
        tabIndex={0}
        data-hint={exactTime(then)}
        className="self-start rounded-sm tabular-nums text-ink-2"
      >
        {clockText(then, zone)}
      </time>
      <span className="min-w-0 wrap-anywhere">
        {binding.role.name} at <GroupName group={binding.group} names={names} /> {kind}
      </span>
    </li>
  );
}
