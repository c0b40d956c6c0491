/** The orders, filters and scopes of identities, invites and keys. The screen and the server's prefetch share them. */
import type { ListDefaults } from '#lib/client/lists/list-state.ts';

export const IDENTITY_LIST: ListDefaults = {
  orders: ['name', 'last_seen_at', 'created_at', 'updated_at'],
  orderBy: 'name',
  search: ['query', 'name'],
  filters: ['second_factor', 'unseen_days', 'seen', 'blocked', 'issuer', 'subject'],
};

export const INVITE_LIST: ListDefaults = {
  orders: ['created_at', 'expires_at'],
  orderBy: 'created_at desc',
  filters: ['key_id'],
};

export const KEY_LIST: ListDefaults = {
  orders: ['name', 'created_at', 'expires_at'],
  orderBy: 'expires_at',
  search: ['query', 'name'],
  filters: ['expires_within_days', 'identity', 'key_id', 'expires_since', 'expires_until'],
};
