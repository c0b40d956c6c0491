import type { TagJson } from '#lib/generated/proto/grove/registry/v2beta1/tags_pb.js';
import { defineResource, NAME_FILTERS, TIME_ORDERS } from './define.ts';
import type { RowOf } from './rows.ts';

export const tag = defineResource<TagJson, RowOf<'Tag'>>({
  type: 'Tag',
  orders: { ...TIME_ORDERS, name: 'nameOrder', version: 'nameNatural' },
  filters: {
    ...NAME_FILTERS,
    digest: { kind: 'equals', column: 'digest' },
    updated_since: { kind: 'since', column: 'updateTime' },
  },
  fieldsOf: (row) => ({
    name: row.name,
    digest: row.digest,
    deprecated: row.deprecated,
    bundles: row.bundles,
    mediaType: row.mediaType,
    sizeBytes: String(row.sizeBytes),
    architectures: row.architectures,
    referrers: (row.referrers ?? []).map((referrer) => ({ ...referrer, tag: referrer.tag ?? '' })),
  }),
});
