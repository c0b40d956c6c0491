import { z } from 'zod';
import type { GroupJson } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { defineResource, NAME_FILTERS, TIME_ORDERS, type Schemas } from './define.ts';
import { description, text } from './fields.ts';
import type { RowOf } from './rows.ts';

/**
 * The name of a group: small letters and digits of ASCII, blanks, dots, underscores and hyphens.
 */
export const groupName = text(1, 128).regex(/^[a-z0-9 ._-]{1,}$/, {
  error: 'may have small letters from a to z, digits, blanks, . _ -',
});

const input = z.strictObject({
  name: groupName,
  description,
} satisfies Schemas<GroupJson, 'resourceLimits' | 'verified'>);

export type GroupInput = z.infer<typeof input>;

export const group = defineResource<GroupJson, RowOf<'Group'>, GroupInput>({
  type: 'Group',
  input,
  example: { name: 'payments', description: 'Everything that moves money' },
  outputOnly: ['resourceLimits', 'verified'],
  orders: { ...TIME_ORDERS, name: 'name' },
  filters: NAME_FILTERS,
  distinct: [{ columns: ['parent', 'name'], field: 'name', taken: 'a group with this name' }],
  fieldsOf: ({ name, description, resourceLimits, verified }) => ({
    name,
    description,
    resourceLimits,
    verified,
  }),
  toColumns: ({ name, description }) => ({ name, description: description ?? '' }),
});
