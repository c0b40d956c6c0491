import { queryOptions } from '@tanstack/react-query';
import { deniedSubjects, readSubjects } from '#lib/client/activity/audit-subjects.ts';
import { type Names, readNames } from '#lib/client/resources/names.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';

/** The names of the callers in audit events, and of the resources of denied attempts. */
export function recordNamesQuery(events: readonly AuditEvent[]) {
  // The command line is not an identity; its name has no slash.
  const actors = [...new Set(events.flatMap(({ actor }) => (actor.includes('/') ? [actor] : [])))];
  const subjects = deniedSubjects(events);
  const sought = [...actors, ...subjects.flatMap(({ uids }) => uids)].sort();
  return queryOptions({
    queryKey: ['auditEvents', 'list', { 'uidp.ids': sought }, 'names'],
    queryFn: async ({ signal }): Promise<Names> => {
      const [people, things] = await Promise.all([
        readNames('identities', actors, signal),
        readSubjects(subjects, signal),
      ]);
      return new Map([...people, ...things]);
    },
    enabled: sought.length > 0,
  });
}
