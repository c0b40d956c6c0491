/**
 * The orders, filters and scopes of lists that are searched by name alone. The screen and the
 * server's prefetch share them.
 */
import type { ListOffer } from '#lib/client/lists/list-state.ts';

export const NAMED: ListOffer = {
  orders: ['name', 'created_at', 'updated_at'],
  orderBy: 'name',
  search: ['query', 'name'],
};

export const CHILD_LIST = NAMED;
export const PROVIDER_LIST = NAMED;
/* A group has one association, which links show by its group. */
export const ASSOCIATION_LIST: ListOffer = { ...NAMED, forgetsScope: true };
export const REPO_LIST = NAMED;
