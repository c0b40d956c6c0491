import { z } from 'zod';
import type { RoleBindingJson } from '#lib/generated/proto/grove/iam/v2beta1/role_bindings_pb.js';
import { builtInRole } from './built-in-roles.ts';
import { CREATE_ORDERS, defineResource, type Schemas } from './define.ts';
import { EXAMPLE_UID, uid } from './fields.ts';
import { identityReference, reference } from './references.ts';
import type { BoundAs, RowOf } from './rows.ts';

/** What a binding keeps of the identity, if it is of another organization. */
export const boundAsOf = ({
  name,
  description,
  subject,
  issuer,
  email,
}: RowOf<'RoleBinding'>['identity']): BoundAs => ({ name, description, subject, issuer, email });

type OutputOnly = 'identity' | 'group' | 'role' | 'providerUid' | 'unconfirmedTime';

const input = z.strictObject({
  identityUid: uid,
  roleUid: uid,
} satisfies Schemas<RoleBindingJson, OutputOnly>);

export type RoleBindingInput = z.infer<typeof input>;

export const roleBinding = defineResource<RoleBindingJson, RowOf<'RoleBinding'>, RoleBindingInput>({
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
  // What another organization writes about its people is shown to those who may list them there.
  fieldsOf: (
    { identity, identityUid, boundAs, group, role, providerUid, unconfirmedTime },
    holds,
  ) => ({
    identity: identityReference(
      holds?.('identity.list', identityUid) === true ? identity : { ...identity, ...boundAs },
    ),
    group: reference(group),
    role: reference(role),
    ...(providerUid === null ? {} : { providerUid }),
    ...(unconfirmedTime === null ? {} : { unconfirmedTime: unconfirmedTime.toISOString() }),
  }),
  toInput: ({ identityUid, roleUid }) => ({ identityUid, roleUid }),
  toColumns: ({ identityUid, roleUid }) => ({ identityUid, roleUid }),
});
