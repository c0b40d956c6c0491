import { defineResource, NAME_FILTERS, TIME_ORDERS, times } from './define.ts';
import type { RowOf } from './rows.ts';

export const tag = defineResource<RowOf<'Tag'>>({
  type: 'Tag',
  outputOnly: [],
  orders: { ...TIME_ORDERS, name: 'name', version: 'nameNatural' },
  filters: {
    ...NAME_FILTERS,
    digest: { kind: 'equals', column: 'digest' },
    updated_since: { kind: 'since', column: 'updateTime' },
  },
  toJson: (row) => ({
    uid: row.uid,
    name: row.name,
    digest: row.digest,
    deprecated: row.deprecated,
    bundles: row.bundles,
    mediaType: row.mediaType,
    sizeBytes: String(row.sizeBytes),
    architectures: row.architectures,
    referrers: row.referrers ?? [],
    ...times(row),
  }),
});
