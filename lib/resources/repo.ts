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
    bundles: row.bundles as string[],
    aliases: row.aliases as string[],
    activeTags: row.activeTags as string[],
    readme: row.readme,
    ...times(row),
  }),
});
