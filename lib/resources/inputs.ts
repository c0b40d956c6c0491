/** The valid body of each resource that has one. Only types, so that this loads everywhere. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { ResourceType } from './define.ts';
import type { AccessRequestInput } from './access-request.ts';
import type { AccountAssociationInput } from './account-association.ts';
import type { GroupInput } from './group.ts';
import type { GroupInviteInput } from './group-invite.ts';
import type { IdentityInput } from './identity.ts';
import type { IdentityKeyInput } from './identity-key.ts';
import type { IdentityProviderInput } from './identity-provider.ts';
import type { RegistrySourceInput } from './registry-source.ts';
import type { RequestRuleInput } from './request-rule.ts';
import type { RoleInput } from './role.ts';
import type { RoleBindingInput } from './role-binding.ts';
import type { SavedViewInput } from './saved-view.ts';
import type { SubscriptionInput } from './subscription.ts';

interface Inputs {
  Group: GroupInput;
  Identity: IdentityInput;
  Role: RoleInput;
  RoleBinding: RoleBindingInput;
  IdentityProvider: IdentityProviderInput;
  AccountAssociation: AccountAssociationInput;
  GroupInvite: GroupInviteInput;
  IdentityKey: IdentityKeyInput;
  RegistrySource: RegistrySourceInput;
  SavedView: SavedViewInput;
  Subscription: SubscriptionInput;
  RequestRule: RequestRuleInput;
  AccessRequest: AccessRequestInput;
}

/** Any JSON where only the type of a resource is known. */
export type InputOf<Type extends ResourceType> = Type extends keyof Inputs
  ? Inputs[Type]
  : JsonObject;
