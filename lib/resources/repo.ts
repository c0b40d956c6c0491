import { defineResource, NAME_FILTERS, TIME_ORDERS, times } from './define.ts';
import type { RowOf } from './rows.ts';

export const repo = defineResource<RowOf<'Repo'>>({
  type: 'Repo',
  outputOnly: [],
  orders: { ...TIME_ORDERS, name: 'name' },
  filters: NAME_FILTERS,
  toJson: (row) => ({
    uid: row.uid,
    name: row.name,
    description: row.description,
    catalogTier: row.catalogTier,
    bundles: row.bundles,
    aliases: row.aliases,
    activeTags: row.activeTags,
    readme: row.readme,
    ...times(row),
  }),
});
