/** The number that grows with every change of access. */
import { rowOf, type Plan } from './plan.ts';

const REVISION = 'SELECT "value" FROM "AccessRevision"';

/** The counter that each change of access raises; 0 before the first. */
export function* selectAccessRevision(): Plan<number> {
  return (yield* rowOf<{ value: number }>(REVISION))?.value ?? 0;
}

/** The events and tables that affect access, as triggers name them. */
export const ACCESS_EVENTS: Readonly<Record<string, string>> = {
  binding_insert: 'INSERT ON "RoleBinding"',
  binding_update:
    'UPDATE OF "parent", "identityUid", "roleUid", "unconfirmedTime" ON "RoleBinding"',
  binding_delete: 'DELETE ON "RoleBinding"',
  role_update: 'UPDATE OF "capabilities" ON "Role"',
  identity_insert: 'INSERT ON "Identity"',
  identity_update: `UPDATE OF "issuer", "issuerPattern", "subject", "subjectPattern", "audience",
    "audiencePattern", "claims", "claimPatterns", "blockedTime", "namesSince" ON "Identity"`,
  identity_delete: 'DELETE ON "Identity"',
  // The addresses that the installation's own tokens may name.
  setting_insert: 'INSERT ON "Setting"',
  setting_update: 'UPDATE ON "Setting"',
  setting_delete: 'DELETE ON "Setting"',
  // Providers register issuers.
  provider_insert: 'INSERT ON "IdentityProvider"',
  provider_update: 'UPDATE OF "issuer", "clientId" ON "IdentityProvider"',
  provider_delete: 'DELETE ON "IdentityProvider"',
  key_delete: 'DELETE ON "IdentityKey"',
  revocation_insert: 'INSERT ON "RevokedToken"',
  policy_insert: 'INSERT ON "Policy"',
  policy_update: 'UPDATE ON "Policy"',
  policy_delete: 'DELETE ON "Policy"',
  // Only a verified domain decides whose word for an address counts.
  domain_update: 'UPDATE OF "verifiedName" ON "Domain"',
  domain_delete: 'DELETE ON "Domain"',
  // A running request writes nothing more after its session ends.
  session_delete: 'DELETE ON "Session"',
};
