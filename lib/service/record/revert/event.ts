/** The audit event that somebody takes back, and what that means for its resource. */
import { z } from 'zod';
import { invalidField, notFound, refusal } from '#lib/aip/errors.ts';
import type { RevertAuditEventRequestJson } from '#lib/generated/proto/grove/iam/v2beta1/revert_pb.js';
import { auditType } from '#lib/audit/record.ts';
import { auditEvent } from '#lib/resources/audit-event.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { text, uid } from '#lib/resources/fields.ts';
import { identity } from '#lib/resources/identity.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import type { Operation } from '#lib/resources/operations.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { requireAt } from '#lib/service/calls/attempt.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';

type Event = RowOf<'AuditEvent'>;

const request = z.strictObject({
  uid: uid.optional(),
  resourceUid: uid.optional(),
  requestId: text(1, 128).optional(),
  fields: z.array(text(1, 1024)).max(200).optional(),
  secret: text(1, 8192).optional(),
  validateOnly: z.boolean().optional(),
});

export type RevertRequest = z.infer<typeof request>;

/** @throws ApiError INVALID_ARGUMENT that names each failing field. */
export function checkedRequest(body: RevertAuditEventRequestJson): RevertRequest {
  const given = checked(request, body);
  const isByRequest = given.resourceUid !== undefined && given.requestId !== undefined;
  if ((given.uid !== undefined) === isByRequest) {
    throw invalidField('uid', 'is required, or resourceUid with requestId instead of it');
  }
  return given;
}

/** Newer events of one resource in which that of a request is looked for. */
const MOST_EVENTS = 200;

/**
 * The event. Whoever made a change may take it back without the right to read the audit log, as they know what they
 * did.
 *
 * @throws ApiError PERMISSION_DENIED without `audit.list` for the change of somebody else; NOT_FOUND.
 */
export async function eventToRevert(call: Call, asked: RevertRequest): Promise<Event> {
  const { uid: named, resourceUid = '', requestId = '' } = asked;
  const { issuer, subject } = call.principal;
  const isOwn = (event: Event) => event.issuer === issuer && event.subject === subject;
  if (named === undefined) {
    const order = { column: 'createTime', descending: true } as const;
    const limit = MOST_EVENTS;
    const newest = await committed.find('AuditEvent', is('resource', resourceUid), {
      order,
      limit,
    });
    const made = newest.find(
      (event) => event.requestId === requestId && isOwn(event) && reversal(event) !== null,
    );
    if (made === undefined) throw notFound('AuditEvent', `${resourceUid} of request ${requestId}`);
    return made;
  }
  const event = await committed.get('AuditEvent', named);
  if (event === null || !isOwn(event)) {
    await requireAt(call, auditEvent, 'get', 'audit.list', named);
  }
  if (event === null) throw notFound('AuditEvent', named);
  return event;
}

/** What takes each operation back. */
const REVERSE = {
  create: 'delete',
  update: 'update',
  delete: 'create',
  block: 'unblock',
  unblock: 'block',
} as const satisfies Partial<Record<Operation, Operation>>;

type Reverse = (typeof REVERSE)[keyof typeof REVERSE];

export interface Reversal {
  definition: ResourceDefinition;
  operation: Reverse;
}

/** Null for an event that nothing takes back. */
function reversal({ type, operation, result }: Event): Reversal | null {
  const known = Object.entries(REVERSE).find(([one]) => one === operation);
  if (known === undefined || result !== 'OK') return null;
  const [, reverse] = known;
  const definition = RESOURCES.find(
    (one) => auditType(one, operation as keyof typeof REVERSE) === type,
  );
  if (definition === undefined) return null;
  const isBlock = reverse === 'block' || reverse === 'unblock';
  const isKnown = isBlock ? definition.type === identity.type : definition.verbs.includes(reverse);
  return isKnown ? { definition, operation: reverse } : null;
}

/** Why an event of a type is not taken back, and what to do instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  'grove.iam.policy.updated.v1':
    'a policy is set by somebody who has just signed in and whom it lets in: set it again by groups:updatePolicy',
  'grove.iam.domain.created.v1': 'release the domain instead',
  'grove.iam.domain.verified.v1': 'the record in DNS decides whether a domain is verified',
  'grove.iam.domain.lost.v1': 'the record in DNS decides whether a domain is verified',
  'grove.iam.domain.deleted.v1':
    'a domain belongs to whoever has its record in DNS now: claim and verify it again',
};

/** @throws ApiError FAILED_PRECONDITION `NOT_REVERSIBLE` */
export function requireReversal(event: Event): Reversal {
  const found = reversal(event);
  if (found !== null) return found;
  const words =
    event.result === 'OK'
      ? (INSTEAD[event.type] ?? `nothing takes an event of type ${event.type} back`)
      : 'the event changed nothing, because it was refused';
  throw refusal('NOT_REVERSIBLE', words, event.uid);
}
