/** The rules of resources beyond their own fields. Most resources have none. */
import type { ResourceType } from '#lib/resources/define.ts';
import { groupRules } from './group.ts';
import { registrySourceRules } from './registry-source.ts';
import { groupInviteRules } from './group-invite.ts';
import { identityRules } from './identity.ts';
import { identityKeyRules } from './identity-key.ts';
import { identityProviderRules } from './identity-provider.ts';
import { requestRuleRules } from './request-rule.ts';
import { savedViewRules } from './saved-view.ts';
import { subscriptionRules } from './subscription.ts';
import { roleRules } from './role.ts';
import { roleBindingRules } from './role-binding.ts';
import type { Rules } from './rules.ts';

const RULES: { readonly [Type in ResourceType]?: Rules<Type> } = {
  Group: groupRules,
  Identity: identityRules,
  Role: roleRules,
  RoleBinding: roleBindingRules,
  IdentityProvider: identityProviderRules,
  GroupInvite: groupInviteRules,
  IdentityKey: identityKeyRules,
  RegistrySource: registrySourceRules,
  SavedView: savedViewRules,
  Subscription: subscriptionRules,
  RequestRule: requestRuleRules,
};

export function rulesFor<Type extends ResourceType>(type: Type): Rules<Type> {
  return RULES[type] ?? {};
}
