import type { QueryClient } from '@tanstack/react-query';
import { prefetch } from '#app/(console)/prefetch.ts';
import { actorsQuery } from '#lib/client/activity/audit-events.ts';
import { subjectsQuery } from '#lib/client/activity/audit-subjects.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';

type Events = readonly AuditEvent[];

/** The names of what was denied, for what shows these records. */
export async function prefetchSubjects(client: QueryClient, events: Events): Promise<void> {
  await prefetch(client, subjectsQuery(events));
}

/** Those, and the names of who did it. */
export async function prefetchNamed(client: QueryClient, events: Events): Promise<void> {
  await prefetchSubjects(client, events);
  await prefetch(client, actorsQuery(events));
}
