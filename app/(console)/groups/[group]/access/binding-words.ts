import { named } from '#components/ui/text/named.ts';
import { byFamily } from '#lib/client/access/access-by-group.ts';
import { type Grants, missingReason } from '#lib/client/access/capabilities.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';
import { counted } from '#lib/client/counted.ts';

/** "ci deploy as viewer". */
export const bindingName = ({ identity, role }: Pick<RoleBinding, 'identity' | 'role'>): string =>
  named`${identity.name} as ${role.name}`;

/** "viewer on acme". */
export const grantText = ({ role, group }: Pick<RoleBinding, 'role' | 'group'>): string =>
  named`${role.name} on ${group.name}`;

export const capabilitiesText = (count: number): string =>
  counted(count, ['capability', 'capabilities']);

/** "groups: list, create; repo: list". */
export const familiesText = (capabilities: readonly string[]): string =>
  byFamily(capabilities)
    .map(({ family, verbs }) => `${family}: ${verbs.join(', ')}`)
    .join('; ');

/** Why nobody can change the binding by hand; false if they can. */
export const byRuleReason = (binding: RoleBinding | undefined): string | false =>
  binding?.providerUid !== undefined &&
  'A role rule of an identity provider created this binding. Change the rule instead.';

/** Why the caller cannot remove the binding; false if they can. */
export const noRemoveReason = (binding: RoleBinding, grants: Grants | undefined): string | false =>
  byRuleReason(binding) || missingReason(grants, binding.uid, 'role_bindings.delete');
