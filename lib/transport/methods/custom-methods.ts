/**
 * Operations other than the five verbs, for REST and gRPC. Their annotations in `proto` have their
 * paths, and say whether the request is in the body or in the query.
 *
 * @see https://google.aip.dev/136
 */
import type { DescMethodUnary } from '@bufbuild/protobuf';
import type { JsonObject } from '#lib/aip/json.ts';
import { AccessService } from '#lib/generated/proto/grove/iam/v2beta1/access_pb.js';
import { AuditEventsService } from '#lib/generated/proto/grove/iam/v2beta1/audit_events_pb.js';
import { GroupsService } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { IdentitiesService } from '#lib/generated/proto/grove/iam/v2beta1/identities_pb.js';
import { IdentityProvidersService } from '#lib/generated/proto/grove/iam/v2beta1/identity_providers_pb.js';
import { RoleBindingsService } from '#lib/generated/proto/grove/iam/v2beta1/role_bindings_pb.js';
import { SystemService } from '#lib/generated/proto/grove/iam/v2beta1/system_pb.js';
import { RegistrySourcesService } from '#lib/generated/proto/grove/registry/v2beta1/registry_sources_pb.js';
import { confirmBinding } from '#lib/service/groups/confirm-binding.ts';
import {
  checkDomain,
  claimDomain,
  listDomains,
  releaseDomain,
} from '#lib/service/groups/domains.ts';
import { explainAccess, whoCan } from '#lib/service/groups/explain.ts';
import { listParents } from '#lib/service/groups/parents.ts';
import { getPolicy, updatePolicy } from '#lib/service/groups/policy.ts';
import { summarizeGroup } from '#lib/service/groups/summary.ts';
import { listV1Callers } from '#lib/service/groups/v1-callers.ts';
import { blockIdentity, unblockIdentity } from '#lib/service/people/blocks.ts';
import {
  listPersonFactors,
  removePersonFactors,
  resetPersonPassword,
} from '#lib/service/people/recovery.ts';
import { confirmIdentity } from '#lib/service/people/join.ts';
import { leaveOrganization } from '#lib/service/people/leave.ts';
import { endPersonSessions, listPersonSessions } from '#lib/service/people/person-sessions.ts';
import { reserveProvider } from '#lib/service/providers/reservations.ts';
import { testConnection } from '#lib/service/providers/try-connection.ts';
import { getAuditHead } from '#lib/service/record/audit-head.ts';
import { startSync } from '#lib/service/registries/background-syncs.ts';
import { rotateNotificationSecret } from '#lib/service/registries/notification-secret.ts';
import { testRegistryConnection } from '#lib/service/registries/try-connection.ts';
import { summarizeSystem } from '#lib/service/system/summary.ts';
import type { Call } from '#lib/service/calls/call.ts';

/** @param request the message in proto3 JSON, with only the fields that are set. */
type Operation = (call: Call, request: JsonObject) => Promise<JsonObject> | JsonObject;

export interface CustomMethod {
  method: DescMethodUnary;
  operation: Operation;
}

const text = (request: JsonObject, name: string) => String(request[name] ?? '');

/** An operation whose request only names a group. */
const ofGroup =
  (work: (call: Call, groupUid: string) => Promise<JsonObject>): Operation =>
  (call, request) =>
    work(call, text(request, 'groupUid'));

export const CUSTOM_METHODS: readonly CustomMethod[] = [
  { method: GroupsService.method.summarizeGroup, operation: ofGroup(summarizeGroup) },
  { method: GroupsService.method.listParentGroups, operation: listParents },
  { method: GroupsService.method.getPolicy, operation: ofGroup(getPolicy) },
  { method: GroupsService.method.updatePolicy, operation: updatePolicy },
  { method: GroupsService.method.listDomains, operation: ofGroup(listDomains) },
  { method: GroupsService.method.claimDomain, operation: claimDomain },
  { method: GroupsService.method.checkDomain, operation: checkDomain },
  { method: GroupsService.method.releaseDomain, operation: releaseDomain },
  { method: IdentitiesService.method.blockIdentity, operation: blockIdentity },
  { method: IdentitiesService.method.unblockIdentity, operation: unblockIdentity },
  { method: IdentitiesService.method.confirmIdentity, operation: confirmIdentity },
  { method: IdentitiesService.method.leaveOrganization, operation: leaveOrganization },
  { method: IdentitiesService.method.listPersonSessions, operation: listPersonSessions },
  { method: IdentitiesService.method.endPersonSessions, operation: endPersonSessions },
  { method: IdentitiesService.method.listPersonFactors, operation: listPersonFactors },
  { method: IdentitiesService.method.removePersonFactors, operation: removePersonFactors },
  { method: IdentitiesService.method.resetPersonPassword, operation: resetPersonPassword },
  { method: RoleBindingsService.method.confirmRoleBinding, operation: confirmBinding },
  { method: IdentityProvidersService.method.testConnection, operation: testConnection },
  { method: IdentityProvidersService.method.reserveIdentityProvider, operation: reserveProvider },
  { method: AccessService.method.explainAccess, operation: explainAccess },
  {
    method: AccessService.method.whoCan,
    operation: (call, request) =>
      whoCan(call, {
        groupUid: text(request, 'groupUid'),
        capability: text(request, 'capability'),
      }),
  },
  { method: AuditEventsService.method.getAuditHead, operation: ofGroup(getAuditHead) },
  { method: AuditEventsService.method.listV1Callers, operation: ofGroup(listV1Callers) },
  { method: SystemService.method.summarizeSystem, operation: summarizeSystem },
  { method: RegistrySourcesService.method.syncRegistrySource, operation: startSync },
  {
    method: RegistrySourcesService.method.rotateNotificationSecret,
    operation: rotateNotificationSecret,
  },
  {
    method: RegistrySourcesService.method.testRegistryConnection,
    operation: testRegistryConnection,
  },
];
