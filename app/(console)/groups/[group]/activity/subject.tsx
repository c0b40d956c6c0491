import { subjectText } from '#app/(console)/groups/[group]/activity/activity-words.ts';
import { shortText } from '#components/ui/text/short-text.ts';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import type { Names } from '#lib/client/resources/names.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';

export interface SubjectProps {
  event: AuditEvent;
  /** Of what was denied; undefined until they are known. */
  names: Names | undefined;
}

/** What a record is about, within a line: by its name, or its uid where that cannot be told. */
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
