'use client';

import { useQuery } from '@tanstack/react-query';
import { subjectsQuery } from '#lib/client/audit-subjects.ts';
import { type Names, NO_NAMES } from '#lib/client/names.ts';
import type { AuditEvent } from '#lib/client/resources.ts';

/** The names of what was denied, by uid; those that the caller may see. Undefined until they are known. */
export function useSubjects(events: readonly AuditEvent[] | undefined): Names | undefined {
  const query = subjectsQuery(events ?? []);
  const { data, isError } = useQuery(query);
  return data ?? (query.enabled && !isError ? undefined : NO_NAMES);
}
