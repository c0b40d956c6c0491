/** Resources as answers about other resources name them. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { RowOf } from './rows.ts';

export function identityReference({
  uid,
  name,
  description,
  subject,
  issuer,
  email,
}: RowOf<'RoleBinding'>['identity']): JsonObject {
  return {
    uid,
    name,
    description,
    subject: subject ?? '',
    issuer: issuer ?? '',
    email: email ?? '',
  };
}
