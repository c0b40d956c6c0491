/**
 * Operations that are not one of the five verbs. Files of advisories go over
 * REST alone: they are as large as no message may be.
 *
 * @see https://google.aip.dev/136
 */
import type { DescMethodUnary } from '@bufbuild/protobuf';
import type { JsonObject } from '#lib/aip/json.ts';
import { AccessService } from '#lib/generated/proto/grove/iam/v2beta1/access_pb.js';
import { GroupsService } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { IdentityProvidersService } from '#lib/generated/proto/grove/iam/v2beta1/identity_providers_pb.js';
import { RegistrySourcesService } from '#lib/generated/proto/grove/registry/v2beta1/registry_sources_pb.js';
import { startSync } from '#lib/service/registries/background-syncs.ts';
import type { Call } from '#lib/service/verbs/call.ts';
import { explainAccess, whoCan } from '#lib/service/groups/explain.ts';
import { rotateNotificationSecret } from '#lib/service/registries/notification-secret.ts';
import { summarizeGroup } from '#lib/service/groups/summary.ts';
import { testConnection } from '#lib/service/providers/test-connection.ts';
import { requestJson } from './messages.ts';
import type { Work } from './unary.ts';

type Operation = (call: Call, body: JsonObject) => Promise<JsonObject> | JsonObject;

const text = (body: JsonObject, name: string) => String(body[name] ?? '');

const OPERATIONS: readonly (readonly [DescMethodUnary, Operation])[] = [
  [
    GroupsService.method.summarizeGroup,
    (call, body) => summarizeGroup(call, text(body, 'groupUid')),
  ],
  [IdentityProvidersService.method.testConnection, testConnection],
  [AccessService.method.explainAccess, explainAccess],
  [
    AccessService.method.whoCan,
    (call, body) =>
      whoCan(call, { groupUid: text(body, 'groupUid'), capability: text(body, 'capability') }),
  ],
  [RegistrySourcesService.method.syncRegistrySource, startSync],
  [RegistrySourcesService.method.rotateNotificationSecret, rotateNotificationSecret],
];

export const CUSTOM_METHODS: readonly (readonly [DescMethodUnary, Work])[] = OPERATIONS.map(
  ([method, operation]) => [
    method,
    async (call, request) => ({ body: await operation(call, requestJson(method.input, request)) }),
  ],
);
