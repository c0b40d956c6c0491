/** Resources as answers about other resources name them. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { RowOf } from './rows.ts';

export const reference = ({
  uid,
  name,
  description,
}: RowOf<'RoleBinding'>['role']): JsonObject => ({
  uid,
  name,
  description,
});

export const identityReference = (identity: RowOf<'RoleBinding'>['identity']): JsonObject => ({
  ...reference(identity),
  subject: identity.subject ?? '',
  issuer: identity.issuer ?? '',
  email: identity.email ?? '',
});
