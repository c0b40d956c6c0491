import type { RepoJson } from '#lib/generated/proto/grove/registry/v2beta1/repos_pb.js';
import { defineResource, NAME_FILTERS, TIME_ORDERS } from './define.ts';
import type { RowOf } from './rows.ts';

export const repo = defineResource<RepoJson, RowOf<'Repo'>>({
  type: 'Repo',
  orders: { ...TIME_ORDERS, name: 'name' },
  filters: NAME_FILTERS,
  fieldsOf: (row) => ({
    name: row.name,
    description: row.description,
    catalogTier: row.catalogTier,
    bundles: row.bundles,
    aliases: row.aliases,
    activeTags: row.activeTags,
    readme: row.readme,
  }),
});
