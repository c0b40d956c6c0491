import { z } from 'zod';
import type {
  SavedView_ColumnJson,
  SavedView_FilterJson,
  SavedViewJson,
} from '#lib/generated/proto/grove/iam/v2beta1/saved_views_pb.js';
import { CATALOG } from './catalog.ts';
import { defineResource, NAME_FILTERS, TIME_ORDERS, type Schemas } from './define.ts';
import { name, text } from './fields.ts';
import type { RowOf } from './rows.ts';
import { atMost } from './sizes.ts';

/** The lists that a view can be of: every collection but that of the views. */
const COLLECTIONS = Object.values(CATALOG)
  .map(({ collection }) => collection)
  .filter((collection) => collection !== CATALOG.SavedView.collection);

const VIEW_SCOPES = [
  'SCOPE_UNSPECIFIED',
  'IN',
  'BELOW',
  'ABOVE',
  'IN_EFFECT',
  'NO_EFFECT',
] as const;

const MAX_FILTERS = 50;
const MAX_VALUES = 200;
const MAX_COLUMNS = 50;
/** In px. */
const MAX_WIDTH = 4096;

const filter = z.strictObject({
  parameter: text(1, 64),
  values: atMost(
    MAX_VALUES,
    'values',
    z.array(text(1, 2048)).min(1, { error: 'must have at least one value' }),
  ),
} satisfies Schemas<SavedView_FilterJson>);

const column = z.strictObject({
  id: text(1, 64),
  width: z
    .number()
    .int()
    .min(0)
    .max(MAX_WIDTH, { error: `must be from 0 to ${MAX_WIDTH}` })
    .optional(),
  hidden: z.boolean().optional(),
  pinned: z.boolean().optional(),
} satisfies Schemas<SavedView_ColumnJson>);

const isDistinct = (list: readonly string[]) => new Set(list).size === list.length;

const input = z.strictObject({
  name,
  collection: z.enum(COLLECTIONS, { error: 'must be the name of a collection' }),
  shared: z.boolean().optional(),
  scope: z.enum(VIEW_SCOPES, { error: `must be one of ${VIEW_SCOPES.join(', ')}` }).optional(),
  filters: atMost(MAX_FILTERS, 'filters', z.array(filter))
    .refine((list) => isDistinct(list.map(({ parameter }) => parameter)), {
      error: 'must not name a parameter twice',
    })
    .optional(),
  orderBy: text(0, 128).optional(),
  columns: atMost(MAX_COLUMNS, 'columns', z.array(column))
    .refine((list) => isDistinct(list.map(({ id }) => id)), {
      error: 'must not name a column twice',
    })
    .optional(),
} satisfies Schemas<SavedViewJson>);

export type SavedViewInput = z.infer<typeof input>;

/** The service writes the owner, see `service/rules`. */
export const savedView = defineResource<SavedViewJson, RowOf<'SavedView'>, SavedViewInput>({
  type: 'SavedView',
  input,
  example: {
    name: 'Critical, not fixed',
    collection: 'advisories',
    shared: true,
    scope: 'BELOW',
    filters: [{ parameter: 'severities', values: ['CRITICAL', 'HIGH'] }],
    orderBy: 'updated_at desc',
    columns: [
      { id: 'artifact', width: 240 },
      { id: 'status', hidden: true },
    ],
  },
  orders: { ...TIME_ORDERS, name: 'nameOrder' },
  filters: {
    ...NAME_FILTERS,
    collection: { kind: 'oneOf', column: 'collection' },
  },
  distinct: [
    {
      columns: ['parent', 'collection', 'owner', 'name'],
      field: 'name',
      taken: 'a view of this list with this name',
    },
  ],
  sight: { owner: 'owner', shows: 'collection' },
  fieldsOf: (row) => ({
    name: row.name,
    collection: row.collection,
    shared: row.owner === '',
    scope: row.scope,
    filters: row.filters.map(({ parameter, values }) => ({ parameter, values })),
    orderBy: row.orderBy,
    columns: row.columns.map(({ id, width, hidden, pinned }) => ({ id, width, hidden, pinned })),
  }),
  toColumns: ({ name, collection, scope, filters, orderBy, columns }) => ({
    name,
    collection,
    scope: scope ?? 'SCOPE_UNSPECIFIED',
    filters: filters ?? [],
    orderBy: orderBy ?? '',
    columns: (columns ?? []).map(({ id, width, hidden, pinned }) => ({
      id,
      width: width ?? 0,
      hidden: hidden ?? false,
      pinned: pinned ?? false,
    })),
  }),
});
