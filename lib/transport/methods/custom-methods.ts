/**
 * Operations other than the five verbs, for REST and gRPC. Their annotations in `proto` have their
 * paths, and say whether the request is in the body or in the query.
 *
 * @see https://google.aip.dev/136
 */
import {
  getOption,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type Message,
} from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import type { JsonObject } from '#lib/aip/json.ts';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import { AccessService } from '#lib/generated/proto/grove/iam/v2beta1/access_pb.js';
import { AccessRequestsService } from '#lib/generated/proto/grove/iam/v2beta1/access_requests_pb.js';
import { AuditEventsService } from '#lib/generated/proto/grove/iam/v2beta1/audit_events_pb.js';
import { EventsService } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import { GroupsService } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { IdentitiesService } from '#lib/generated/proto/grove/iam/v2beta1/identities_pb.js';
import { IdentityProvidersService } from '#lib/generated/proto/grove/iam/v2beta1/identity_providers_pb.js';
import { RoleBindingsService } from '#lib/generated/proto/grove/iam/v2beta1/role_bindings_pb.js';
import { SystemService } from '#lib/generated/proto/grove/iam/v2beta1/system_pb.js';
import { SubscriptionsService } from '#lib/generated/proto/grove/iam/v2beta1/subscriptions_pb.js';
import { RegistrySourcesService } from '#lib/generated/proto/grove/registry/v2beta1/registry_sources_pb.js';
import { getEvent, listEvents } from '#lib/service/events/events.ts';
import { watchEvents } from '#lib/service/events/watch.ts';
import { listDeliveries } from '#lib/service/events/webhooks/list.ts';
import { replaySubscription } from '#lib/service/events/webhooks/replay.ts';
import { rotateSecret } from '#lib/service/events/webhooks/rotate.ts';
import { testSubscription } from '#lib/service/events/webhooks/try.ts';
import { confirmBinding } from '#lib/service/groups/confirm-binding.ts';
import {
  checkDomain,
  claimDomain,
  listDomains,
  releaseDomain,
} from '#lib/service/groups/domains.ts';
import { deleteContents } from '#lib/service/groups/delete-contents.ts';
import { explainAccess, whoCan } from '#lib/service/groups/explain.ts';
import { listOwnAccess } from '#lib/service/groups/own-access.ts';
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
import { revertAuditEvent } from '#lib/service/record/revert/revert.ts';
import { approveRequest, denyRequest } from '#lib/service/requests/answer.ts';
import { endRequest } from '#lib/service/requests/end.ts';
import { extendRequest } from '#lib/service/requests/extend.ts';
import { reviewRequest } from '#lib/service/requests/review.ts';
import { withdrawRequest } from '#lib/service/requests/withdraw.ts';
import { listOffers } from '#lib/service/requests/word.ts';
import { startSync } from '#lib/service/registries/background-syncs.ts';
import { rotateNotificationSecret } from '#lib/service/registries/notification-secret.ts';
import { testRegistryConnection } from '#lib/service/registries/try-connection.ts';
import { summarizeSystem } from '#lib/service/system/summary.ts';
import type { Call } from '#lib/service/calls/call.ts';

export interface CustomMethod {
  method: DescMethodUnary;
  /**
   * @param request the message in proto3 JSON, with only the fields that are set.
   * @param ifMatch the ETag that the caller has read; null for any.
   */
  operation(
    call: Call,
    request: JsonObject,
    ifMatch: string | null,
  ): Promise<JsonObject> | JsonObject;
}

/** A message of `proto` with the type of its JSON. */
type Described<Json> = GenMessage<Message, { jsonType: Json }>;

/** The compiler holds the operation to the messages of its method. */
const answering = <Request extends JsonObject, Response extends JsonObject>(
  method: DescMethodUnary & { input: Described<Request>; output: Described<Response> },
  operation: (call: Call, request: Request, ifMatch: string | null) => Promise<NoInfer<Response>>,
): CustomMethod => ({ method, operation });

/** An operation whose request only names a group. */
const ofGroup =
  <Response>(work: (call: Call, groupUid: string) => Promise<Response>) =>
  (call: Call, { groupUid = '' }: { groupUid?: string }) =>
    work(call, groupUid);

export const CUSTOM_METHODS: readonly CustomMethod[] = [
  answering(GroupsService.method.summarizeGroup, summarizeGroup),
  answering(GroupsService.method.deleteGroupContents, deleteContents),
  answering(GroupsService.method.listParentGroups, listParents),
  answering(GroupsService.method.getPolicy, ofGroup(getPolicy)),
  answering(GroupsService.method.updatePolicy, updatePolicy),
  answering(GroupsService.method.listDomains, ofGroup(listDomains)),
  answering(GroupsService.method.claimDomain, claimDomain),
  answering(GroupsService.method.checkDomain, checkDomain),
  answering(GroupsService.method.releaseDomain, releaseDomain),
  answering(IdentitiesService.method.blockIdentity, blockIdentity),
  answering(IdentitiesService.method.unblockIdentity, unblockIdentity),
  answering(IdentitiesService.method.confirmIdentity, confirmIdentity),
  answering(IdentitiesService.method.leaveOrganization, leaveOrganization),
  answering(IdentitiesService.method.listPersonSessions, listPersonSessions),
  answering(IdentitiesService.method.endPersonSessions, endPersonSessions),
  answering(IdentitiesService.method.listPersonFactors, listPersonFactors),
  answering(IdentitiesService.method.removePersonFactors, removePersonFactors),
  answering(IdentitiesService.method.resetPersonPassword, resetPersonPassword),
  answering(RoleBindingsService.method.confirmRoleBinding, confirmBinding),
  answering(IdentityProvidersService.method.testConnection, testConnection),
  answering(IdentityProvidersService.method.reserveIdentityProvider, reserveProvider),
  answering(AccessService.method.explainAccess, explainAccess),
  answering(AccessService.method.whoCan, (call, { groupUid = '', capability = '' }) =>
    whoCan(call, { groupUid, capability }),
  ),
  answering(AccessRequestsService.method.listAccessOffers, listOffers),
  answering(AccessRequestsService.method.approveAccessRequest, approveRequest),
  answering(AccessRequestsService.method.denyAccessRequest, denyRequest),
  answering(AccessRequestsService.method.withdrawAccessRequest, withdrawRequest),
  answering(AccessService.method.listOwnAccess, listOwnAccess),
  answering(AccessRequestsService.method.endAccessRequest, endRequest),
  answering(AccessRequestsService.method.extendAccessRequest, extendRequest),
  answering(AccessRequestsService.method.reviewAccessRequest, reviewRequest),
  answering(AuditEventsService.method.getAuditHead, ofGroup(getAuditHead)),
  answering(AuditEventsService.method.listV1Callers, ofGroup(listV1Callers)),
  answering(AuditEventsService.method.revertAuditEvent, revertAuditEvent),
  answering(EventsService.method.listEvents, listEvents),
  answering(EventsService.method.getEvent, getEvent),
  answering(SubscriptionsService.method.testSubscription, testSubscription),
  answering(SubscriptionsService.method.rotateSubscriptionSecret, rotateSecret),
  answering(SubscriptionsService.method.replaySubscription, replaySubscription),
  answering(SubscriptionsService.method.listDeliveries, listDeliveries),
  answering(SystemService.method.summarizeSystem, summarizeSystem),
  answering(RegistrySourcesService.method.syncRegistrySource, startSync),
  answering(RegistrySourcesService.method.rotateNotificationSecret, rotateNotificationSecret),
  answering(RegistrySourcesService.method.testRegistryConnection, testRegistryConnection),
];

/** An operation that answers with a stream. */
export interface StreamedMethod {
  method: DescMethodServerStreaming;
  /**
   * Rejects before the stream begins, or within it once the caller may no longer have it. The stream ends when
   * the signal of the call is aborted.
   *
   * @param request as that of a custom method.
   */
  operation(call: Call, request: JsonObject): Promise<AsyncGenerator<JsonObject>>;
}

export const STREAMED_METHODS: readonly StreamedMethod[] = [
  { method: EventsService.method.watchEvents, operation: watchEvents },
];

/** Whether a stream answers a request for the path: over REST, or over the protocols of gRPC. */
export const isStreamPath = (pathname: string): boolean => STREAM_PATHS.has(pathname);

const STREAM_PATHS = new Set(
  STREAMED_METHODS.flatMap(({ method }) => [
    String(getOption(method, http).pattern.value),
    `/${method.parent.typeName}/${method.name}`,
  ]),
);
