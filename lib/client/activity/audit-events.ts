import { namesQuery } from '#lib/client/resources/names.ts';
import { type AuditEvent, auditEvents } from '#lib/client/resources/resources.ts';

/** As many as say whether an identity is in use, and for what. */
const SHOWN = '5';

/** What an identity did last. */
export const latestOfQuery = (actor: string) =>
  auditEvents.list({ actor, page_size: SHOWN, order_by: 'created_at desc' });

/** The names of those who did what the records tell; the command line is no identity. */
export const actorsQuery = (events: readonly AuditEvent[]) =>
  namesQuery(
    'identities',
    events.flatMap(({ actor }) => (actor.includes('/') ? [actor] : [])),
  );
