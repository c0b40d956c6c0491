/** The orders and filters of invites. The screen and the server's prefetch share them. */
import type { ListOffer } from '#lib/client/lists/list-state.ts';

export const INVITE_LIST: ListOffer = {
  orders: ['created_at', 'expires_at'],
  orderBy: 'created_at desc',
  filters: [{ kind: 'text', param: 'key_id', label: 'Key id', isRare: true }],
};
