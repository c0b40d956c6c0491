'use client';

import { useQuery } from '@tanstack/react-query';
import { shortText } from '#components/ui/short-text.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { actorsQuery } from '#lib/client/audit-events.ts';
import { type Names, NO_NAMES } from '#lib/client/names.ts';
import type { AuditEvent } from '#lib/client/resources.ts';

/** The names of who did it, by uid; those that the caller may see. Undefined until they are known. */
export function useActors(events: readonly AuditEvent[] | undefined): Names | undefined {
  const query = actorsQuery(events ?? []);
  const { data, isError } = useQuery(query);
  return data ?? (query.enabled && !isError ? undefined : NO_NAMES);
}

/** Who did it, within a line: by name, or by uid where that cannot be told. */
export function Actor({ actor, names }: { actor: string; names: Names | undefined }) {
  const name = names?.get(actor);
  if (name === undefined && names === undefined) return <Skeleton className="h-3 w-24" />;
  return (
    <span
      title={actor}
      className={name === undefined ? 'truncate font-mono text-sm text-ink-2' : 'truncate'}
    >
      {name ?? shortText(actor)}
    </span>
  );
}
