/** The registry of all resources that Grove serves. A new resource adds a file and a line here. */
import { accessRequest } from './access-request.ts';
import { accountAssociation } from './account-association.ts';
import { advisory } from './advisory.ts';
import { auditEvent } from './audit-event.ts';
import type { ResourceDefinition } from './define.ts';
import { group } from './group.ts';
import { groupInvite } from './group-invite.ts';
import { identity } from './identity.ts';
import { identityKey } from './identity-key.ts';
import { identityProvider } from './identity-provider.ts';
import { registrySource } from './registry-source.ts';
import { repo } from './repo.ts';
import { requestRule } from './request-rule.ts';
import { role } from './role.ts';
import { roleBinding } from './role-binding.ts';
import { savedView } from './saved-view.ts';
import { subscription } from './subscription.ts';
import { tag } from './tag.ts';

/** The definition of each resource, in the order of the documents. */
export const RESOURCES: readonly ResourceDefinition[] = [
  group,
  identity,
  role,
  roleBinding,
  identityProvider,
  accountAssociation,
  groupInvite,
  identityKey,
  auditEvent,
  registrySource,
  savedView,
  subscription,
  requestRule,
  accessRequest,
  repo,
  tag,
  advisory,
];

/** The definition of the collection. @param domain the first part of the path, such as `iam`. */
export function findResource(domain: string, collection: string): ResourceDefinition | undefined {
  return RESOURCES.find(
    (resource) => resource.domain === domain && resource.collection === collection,
  );
}
