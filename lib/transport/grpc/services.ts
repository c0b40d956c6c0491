/** The published services, and which of their methods is which verb of a resource. */
import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import { AccessService } from '#lib/generated/proto/grove/iam/v2beta1/access_pb.js';
import { AccountAssociationsService } from '#lib/generated/proto/grove/iam/v2beta1/account_associations_pb.js';
import { AuditEventsService } from '#lib/generated/proto/grove/iam/v2beta1/audit_events_pb.js';
import { GroupInvitesService } from '#lib/generated/proto/grove/iam/v2beta1/group_invites_pb.js';
import { GroupsService } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { IdentitiesService } from '#lib/generated/proto/grove/iam/v2beta1/identities_pb.js';
import { IdentityProvidersService } from '#lib/generated/proto/grove/iam/v2beta1/identity_providers_pb.js';
import { RoleBindingsService } from '#lib/generated/proto/grove/iam/v2beta1/role_bindings_pb.js';
import { RolesService } from '#lib/generated/proto/grove/iam/v2beta1/roles_pb.js';
import { RegistrySourcesService } from '#lib/generated/proto/grove/registry/v2beta1/registry_sources_pb.js';
import { ReposService } from '#lib/generated/proto/grove/registry/v2beta1/repos_pb.js';
import { TagsService } from '#lib/generated/proto/grove/registry/v2beta1/tags_pb.js';
import { AdvisoriesService } from '#lib/generated/proto/grove/vulnerabilities/v2beta1/advisories_pb.js';
import type { ResourceDefinition, Verb } from '#lib/resources/define.ts';

export const SERVICES: readonly DescService[] = [
  GroupsService,
  IdentitiesService,
  RolesService,
  RoleBindingsService,
  IdentityProvidersService,
  AccountAssociationsService,
  GroupInvitesService,
  AuditEventsService,
  AccessService,
  RegistrySourcesService,
  ReposService,
  TagsService,
  AdvisoriesService,
];

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The verb's method, such as `ListGroups` of `grove.iam.v2beta1.GroupsService`. */
export function methodOf(definition: ResourceDefinition, verb: Verb): DescMethodUnary {
  const plural = capitalized(definition.collection);
  const typeName = `grove.${definition.domain}.v2beta1.${plural}Service`;
  const name = capitalized(verb) + (verb === 'list' ? plural : definition.type);
  const service = SERVICES.find((one) => one.typeName === typeName);
  const method = service?.methods.find((one) => one.name === name);
  if (method?.methodKind !== 'unary') throw new Error(`there is no ${typeName}.${name}`);
  return method as DescMethodUnary;
}

/** The member of a create or update request that holds the resource. */
export function resourceField({ type }: ResourceDefinition): string {
  return type.charAt(0).toLowerCase() + type.slice(1);
}
