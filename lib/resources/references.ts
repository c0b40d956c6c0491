/** Resources as answers about other resources name them. */
import type { RowOf } from './rows.ts';

export const reference = ({ uid, name, description }: RowOf<'RoleBinding'>['role']) => ({
  uid,
  name,
  description,
});

export const identityReference = (identity: RowOf<'RoleBinding'>['identity']) => ({
  ...reference(identity),
  subject: identity.subject ?? '',
  issuer: identity.issuer ?? '',
  email: identity.email ?? '',
});
