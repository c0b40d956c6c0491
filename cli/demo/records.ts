/** Audit records as the verbs of the API write them, but of the past. */
import type { JsonObject } from '#lib/aip/json.ts';
import { auditType } from '#lib/audit/record.ts';
import type { Operation } from '#lib/resources/operations.ts';
import type { AuditEvent, Identity } from '#lib/generated/prisma/client.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import type { Random } from './random.ts';

export interface Happening {
  definition: ResourceDefinition;
  operation: Operation;
  /** The uid of what was changed, or the group in which something was refused. */
  resource: string;
  /** The group in whose log it is. */
  group: string;
  actor: Identity;
  time: Date;
  before?: JsonObject;
  after?: JsonObject;
  isDenied?: boolean;
}

export function recordOf(random: Random, happening: Happening): AuditEvent {
  const { definition, operation, resource, group, actor, time, isDenied = false } = happening;
  return {
    uid: random.childUid(group),
    parent: group,
    type: auditType(definition, operation),
    actor: actor.uid,
    identities: [actor.uid],
    resource,
    operation,
    requestId: random.uuid(),
    result: isDenied ? 'PERMISSION_DENIED' : 'OK',
    before: happening.before ?? null,
    after: happening.after ?? null,
    createTime: time,
  };
}
