import { z } from 'zod';
import { builtInRole } from './built-in-roles.ts';
import { CREATE_ORDERS, defineResource } from './define.ts';
import { EXAMPLE_UID, uid } from './fields.ts';
import { identityReference, reference } from './references.ts';
import type { RowOf } from './rows.ts';

const input = z.strictObject({ identityUid: uid, roleUid: uid });

export const roleBinding = defineResource<RowOf<'RoleBinding'>, z.infer<typeof input>>({
  type: 'RoleBinding',
  input,
  example: { identityUid: `${EXAMPLE_UID}/f32073104fd75b9b`, roleUid: builtInRole('viewer').uid },
  outputOnly: ['identity', 'group', 'role', 'providerUid', 'unconfirmedTime'],
  orders: CREATE_ORDERS,
  filters: {
    identity: { kind: 'uid', column: 'identityUid', isRepeated: true },
    group: { kind: 'uid', column: 'parent' },
    role: { kind: 'uid', column: 'roleUid' },
    in_effect: { kind: 'inEffect' },
  },
  distinct: [
    {
      columns: ['parent', 'identityUid', 'roleUid'],
      field: 'roleUid',
      taken: 'a binding of this role to this identity',
    },
  ],
  fieldsOf: ({ identity, group, role, providerUid, unconfirmedTime }) => ({
    identity: identityReference(identity),
    group: reference(group),
    role: reference(role),
    ...(providerUid === null ? {} : { providerUid }),
    ...(unconfirmedTime === null ? {} : { unconfirmedTime: unconfirmedTime.toISOString() }),
  }),
  toInput: ({ identityUid, roleUid }) => ({ identityUid, roleUid }),
  toColumns: ({ identityUid, roleUid }) => ({ identityUid, roleUid }),
});
