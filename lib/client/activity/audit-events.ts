import { auditEvents } from '#lib/client/resources/resources.ts';

/** Enough to see whether an identity is in use, and for what. */
const SHOWN = '5';

export const latestOfQuery = (actor: string) =>
  auditEvents.list({ actor, page_size: SHOWN, order_by: 'created_at desc' });
