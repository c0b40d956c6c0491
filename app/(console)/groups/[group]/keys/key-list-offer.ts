/** The orders and filters of keys. The screen and the server's prefetch share them. */
import type { ListOffer } from '#lib/client/lists/list-state.ts';

export const KEY_LIST: ListOffer = {
  orders: ['name', 'created_at', 'expires_at'],
  orderBy: 'expires_at',
  search: ['query', 'name'],
  filters: [
    {
      kind: 'choice',
      param: 'expires_within_days',
      label: 'Expires within',
      options: ['7', '30', '90'].map((id) => ({ id, label: `${id} days` })),
    },
    { kind: 'resource', param: 'identity', label: 'Acts as', resource: 'identities' },
    { kind: 'period', since: 'expires_since', until: 'expires_until', label: 'Expires' },
    { kind: 'text', param: 'key_id', label: 'Key id', isRare: true },
  ],
};
