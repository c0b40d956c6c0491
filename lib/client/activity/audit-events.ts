import { auditEvents } from '#lib/client/resources/resources.ts';

/** As many as say whether an identity is in use, and for what. */
const SHOWN = '5';

/** What an identity did last. */
export const latestOfQuery = (actor: string) =>
  auditEvents.list({ actor, page_size: SHOWN, order_by: 'created_at desc' });
