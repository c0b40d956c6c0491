import { eventText } from '#app/(console)/groups/[group]/advisories/advisory-words.ts';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { AdvisoryEvent } from '#lib/client/resources/resources.ts';

/** The events of an advisory, the newest first. */
export function EventTimeline({ events }: { events: readonly AdvisoryEvent[] }) {
  return (
    <section aria-labelledby="timeline" className="flex flex-col gap-3">
      <h2 id="timeline" className="font-semibold">
        Timeline
      </h2>
      {events.length === 0 ? (
        <p className="text-ink-2">No events yet.</p>
      ) : (
        <ol className="flex flex-col border-l border-line">
          {events.toReversed().map((event) => (
            <Event key={event.uid} event={event} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Event({ event }: { event: AdvisoryEvent }) {
  const { title, detail } = eventText(event);
  return (
    <li className="relative flex flex-col gap-0.5 pb-4 pl-5 last:pb-0">
      <span
        aria-hidden
        className="absolute top-1.5 -left-1 size-2 rounded-full bg-ink-3 ring-4 ring-paper forced-colors:bg-[CanvasText]"
      />
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{title}</span>
        <RelativeTime value={event.createTime} />
        {event.author !== '' && <span className="text-sm text-ink-2">{event.author}</span>}
      </span>
      {detail !== '' && <p className="text-ink-2">{detail}</p>}
    </li>
  );
}
