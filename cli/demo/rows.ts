/** The rows that the demo organization is made of. */
import type { Tables } from '#lib/resources/rows.ts';

export type AccountAssociation = Tables['AccountAssociation'];
export type Advisory = Tables['Advisory'];
export type AuditEvent = Tables['AuditEvent'];
export type Group = Tables['Group'];
export type GroupInvite = Tables['GroupInvite'];
export type Identity = Tables['Identity'];
export type IdentityProvider = Tables['IdentityProvider'];
export type Repo = Tables['Repo'];
export type RequestRule = Tables['RequestRule'];
export type Role = Tables['Role'];
export type RoleBinding = Tables['RoleBinding'];
export type Tag = Tables['Tag'];
