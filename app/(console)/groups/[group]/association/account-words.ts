import type { AccountKind } from '#app/(console)/groups/[group]/association/association-values.ts';
import type { AccountAssociation } from '#lib/client/resources/resources.ts';

export const ACCOUNT_NAMES: Record<AccountKind, string> = {
  amazon: 'AWS account',
  google: 'Google Cloud project',
  azure: 'Azure tenant',
  github: 'GitHub installation',
};

/** "AWS 123456789012 · GitHub acme": the accounts of an association in one line. */
export function accountsText(association: AccountAssociation): string {
  const { amazon, google, azure, github } = association;
  return [
    amazon && `AWS ${amazon.account}`,
    google && `Google ${google.projectId}`,
    azure && `Azure ${azure.tenantId}`,
    github && `GitHub ${github.name}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
