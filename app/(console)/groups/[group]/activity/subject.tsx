import { subjectText } from '#app/(console)/groups/[group]/activity/activity-words.ts';
import { shortText } from '#components/ui/text/short-text.ts';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import type { Names } from '#lib/client/resources/names.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';

export interface SubjectProps {
  event: AuditEvent;
  /** Names of the resources of denied attempts; undefined while they load. */
  names: Names | undefined;
}

/** The resource of an event, by its name, or its uid if the name is unknown. */
export function Subject({ event, names }: SubjectProps) {
  const text = subjectText(event, names);
  if (text !== null) return <span className="truncate">{text}</span>;
  if (names === undefined) return <Skeleton className="h-3 w-24" />;
  return (
    <span title={event.resource} className="truncate font-mono text-sm text-ink-2">
      {shortText(event.resource)}
    </span>
  );
}
