import type { QueryClient } from '@tanstack/react-query';
import { prefetch } from '#app/(console)/prefetch.ts';
import { subjectsQuery } from '#lib/client/audit-subjects.ts';
import type { AuditEvent } from '#lib/client/resources.ts';

/** The names of what was denied, for what shows these records. */
export async function prefetchSubjects(
  client: QueryClient,
  events: readonly AuditEvent[],
): Promise<void> {
  const query = subjectsQuery(events);
  if (query.enabled) await prefetch(client, query);
}
