/** The orders and filters of activity. The screen and the server's prefetch share them. */
import { ACTIVITY_RESULTS } from '#app/(console)/groups/[group]/activity/activity-words.ts';
import type { ListOffer } from '#lib/client/lists/list-state.ts';
import { EVENT_TYPES } from '#lib/resources/event-types.ts';

export const ACTIVITY_LIST: ListOffer = {
  orders: ['created_at'],
  orderBy: 'created_at desc',
  filters: [
    { kind: 'choice', param: 'type', label: 'What', options: EVENT_TYPES },
    { kind: 'choice', param: 'result', label: 'Result', options: ACTIVITY_RESULTS },
    { kind: 'resource', param: 'resource', label: 'About', resource: 'things' },
    { kind: 'resource', param: 'actor', label: 'Who', resource: 'identities' },
    { kind: 'text', param: 'network', label: 'Network', isRare: true },
    { kind: 'text', param: 'credential', label: 'Session or key', isRare: true },
    { kind: 'period', since: 'since', until: 'until', label: 'When' },
  ],
};
