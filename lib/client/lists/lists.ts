/** The orders, filters and scopes of each list. The screen and the server's prefetch share them. */
import type { ListDefaults } from '#lib/client/lists/list-state.ts';
import { parentUid } from '#lib/client/paths.ts';

const NAMED: ListDefaults = {
  orders: ['name', 'created_at', 'updated_at'],
  orderBy: 'name',
  search: ['query', 'name'],
};

export const CHILD_LIST = NAMED;
export const PROVIDER_LIST = NAMED;
/* A group has one association, which links show by its group. */
export const ASSOCIATION_LIST: ListDefaults = { ...NAMED, forgetsScope: true };
export const REPO_LIST = NAMED;

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

export const TAG_LIST: ListDefaults = {
  orders: ['name', 'created_at', 'updated_at'],
  orderBy: 'updated_at desc',
  search: ['query', 'name', 'digest'],
  filters: ['updated_since'],
  // Nothing lies below a repository but its tags.
  scopes: ['in'],
};

export const ADVISORY_LIST: ListDefaults = {
  orders: ['advisory_id', 'artifact_name', 'severity', 'status', 'created_at', 'updated_at'],
  orderBy: 'severity desc',
  search: ['query', 'vulnerability'],
  filters: [
    'severities',
    'statuses',
    'artifact_types',
    'artifact_names',
    'component_names',
    'component_types',
    'created_since',
    'created_until',
  ],
};

export const ACTIVITY_LIST: ListDefaults = {
  orders: ['created_at'],
  orderBy: 'created_at desc',
  filters: ['type', 'actor', 'resource', 'network', 'credential', 'since', 'until'],
};

/* Nothing is above an organization, so its own rows are all that apply. */
const atTop = (list: ListDefaults): ListDefaults => ({ ...list, scopes: ['in', 'below'] });

const ROLES: ListDefaults = { ...NAMED, scopes: ['effect', 'in', 'below'] };
const TOP_ROLES = atTop(ROLES);

const BINDINGS: ListDefaults = {
  orders: ['created_at'],
  orderBy: 'created_at desc',
  filters: ['identity', 'role'],
  scopes: ['effect', 'in', 'above', 'below'],
};
const TOP_BINDINGS = atTop(BINDINGS);

const isTop = (group: string) => parentUid(group) === null;

/** Returns the same object each time, so that effects do not rerun. */
export const roleList = (group: string) => (isTop(group) ? TOP_ROLES : ROLES);
export const bindingList = (group: string) => (isTop(group) ? TOP_BINDINGS : BINDINGS);
