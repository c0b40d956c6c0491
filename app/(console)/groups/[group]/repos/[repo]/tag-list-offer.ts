/** The orders and filters of tags. The screen and the server's prefetch share them. */
import type { ListOffer } from '#lib/client/lists/list-state.ts';

export const TAG_LIST: ListOffer = {
  orders: ['version', 'name', 'created_at', 'updated_at'],
  orderBy: 'updated_at desc',
  search: ['query', 'name', 'digest'],
  filters: [{ kind: 'period', since: 'updated_since', label: 'Updated', isRare: true }],
  // A repository contains only tags, so there is no other scope.
  scopes: ['in'],
};
