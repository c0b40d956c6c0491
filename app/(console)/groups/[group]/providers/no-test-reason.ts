import { type Grants, isGranted } from '#lib/client/access/capabilities.ts';

/** Why the caller cannot test an issuer in the group, or false. */
export function noTestReason(grants: Grants | undefined, group: string): string | false {
  const may =
    grants === undefined ||
    isGranted(grants, group, 'identity_providers.create') ||
    isGranted(grants, group, 'identity_providers.update');
  return !may && 'Your roles do not grant identity_providers.create here';
}
