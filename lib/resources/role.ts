import { z } from 'zod';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { defineResource, NAME_FILTERS, TIME_ORDERS, times } from './define.ts';
import { description, name } from './fields.ts';
import type { RowOf } from './rows.ts';
import { atMost } from './sizes.ts';

const input = z.strictObject({
  name,
  description,
  capabilities: atMost(
    CAPABILITIES.length,
    'capabilities',
    z
      .array(z.enum(CAPABILITIES, { error: 'is not a capability' }))
      .min(1, { error: 'must have at least one capability' }),
  ).refine((list) => new Set(list).size === list.length, {
    error: 'must not name a capability twice',
  }),
});

const fieldsOf = ({ name, description, capabilities }: RowOf<'Role'>) => ({
  name,
  description,
  capabilities,
});

export const role = defineResource<RowOf<'Role'>, z.infer<typeof input>>({
  type: 'Role',
  input,
  example: { name: 'reader', capabilities: ['groups.list', 'repo.list'] },
  outputOnly: ['uid', 'createTime', 'updateTime'],
  orders: { ...TIME_ORDERS, name: 'name' },
  filters: NAME_FILTERS,
  distinct: [{ columns: ['parent', 'name'], field: 'name', taken: 'a role with this name' }],
  toJson: (row) => ({ uid: row.uid, ...fieldsOf(row), ...times(row) }),
  toInput: fieldsOf,
  toColumns: ({ name, description, capabilities }) => ({
    name,
    description: description ?? '',
    capabilities,
  }),
});
