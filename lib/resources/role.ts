import { z } from 'zod';
import type { RoleJson } from '#lib/generated/proto/grove/iam/v2beta1/roles_pb.js';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { defineResource, NAME_FILTERS, TIME_ORDERS, type Schemas } from './define.ts';
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
} satisfies Schemas<RoleJson>);

export type RoleInput = z.infer<typeof input>;

export const role = defineResource<RoleJson, RowOf<'Role'>, RoleInput>({
  type: 'Role',
  input,
  example: { name: 'reader', capabilities: ['groups.list', 'repo.list'] },
  orders: { ...TIME_ORDERS, name: 'nameOrder' },
  filters: NAME_FILTERS,
  distinct: [{ columns: ['parent', 'name'], field: 'name', taken: 'a role with this name' }],
  fieldsOf: ({ name, description, capabilities }) => ({ name, description, capabilities }),
  toColumns: ({ name, description, capabilities }) => ({
    name,
    description: description ?? '',
    capabilities,
  }),
});
