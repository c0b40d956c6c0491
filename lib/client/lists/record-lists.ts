/** The orders, filters and scopes of tags, advisories and activity. The screen and the server's prefetch share them. */
import type { ListDefaults } from '#lib/client/lists/list-state.ts';

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
  filters: ['type', 'result', 'actor', 'resource', 'network', 'credential', 'since', 'until'],
};
