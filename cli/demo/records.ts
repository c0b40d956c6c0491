/** Audit records in the form that the API's verbs write, with times in the past. */
import type { JsonObject } from '#lib/aip/json.ts';
import { auditType } from '#lib/audit/record.ts';
import type { Operation } from '#lib/resources/operations.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import type { Random } from './random.ts';
import type { AuditEvent, Identity } from './rows.ts';

export interface Happening {
  definition: ResourceDefinition;
  operation: Operation;
  /** The uid of the changed resource, or of the group in which a change was denied. */
  resource: string;
  /** The group whose log holds the record. */
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
    issuer: actor.issuer ?? '',
    subject: actor.subject ?? '',
    resource,
    operation,
    requestId: random.uuid(),
    result: isDenied ? 'PERMISSION_DENIED' : 'OK',
    before: happening.before ?? null,
    after: happening.after ?? null,
    count: 1,
    createTime: time,
    network: null,
    userAgent: null,
    credential: null,
    // The server puts them into the chain.
    chain: '',
    sequence: null,
    hash: null,
  };
}
