/** The audit log: one record for each change, in its transaction, and for each denied attempt. */
import { newChildUid, isUid } from '#lib/aip/uid.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { auditNoun } from '#lib/resources/catalog.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { PAST } from '#lib/resources/operations.ts';
import type { Operation } from '#lib/resources/operations.ts';
import { all, atLeast, is } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';

/** Who did it, as which identities, in which request. */
export interface Actor {
  /** The caller's own identity, or issuer and subject, or the name of a program. */
  actor: string;
  /** Every identity that the caller matched. */
  identities: readonly string[];
  /** Who vouched for the caller; empty for the command line and for syncs. */
  issuer: string;
  /** The caller at that issuer. */
  subject: string;
  requestId: string;
}

/** A program of the installation that nobody has to sign in for: the command line, a sync. */
export function programActor(name: string): Actor {
  return { actor: name, identities: [], issuer: '', subject: '', requestId: crypto.randomUUID() };
}

/** A person who signs in or accepts an invite, by an identity that names them literally. */
export async function personActor(tx: Transaction, identityUid: string): Promise<Actor> {
  const identity = await tx.get('Identity', identityUid);
  return {
    actor: identityUid,
    identities: [identityUid],
    issuer: identity?.issuer ?? '',
    subject: identity?.subject ?? '',
    requestId: crypto.randomUUID(),
  };
}

export interface AuditEntry extends Actor {
  /** For example `grove.iam.group.created.v1`. */
  type: string;
  operation: Operation;
  /** The uid of what was changed, or the parent of what was not allowed to be made. */
  resource: string;
  /** The group that the record is filed under, and below which it can be read. */
  group: string;
  result: 'OK' | 'PERMISSION_DENIED';
  before?: JsonObject;
  after?: JsonObject;
}

/** `grove.iam.role_binding.created.v1` and the like. */
export function auditType(definition: ResourceDefinition, operation: Operation): string {
  return `grove.${definition.domain}.${auditNoun(definition.type)}.${PAST[operation]}.v1`;
}

/** How long denied attempts go into one record. */
const JOINED_MS = 60_000;

/**
 * Counts a denied attempt: one record stands for all that a caller tries with one operation in one
 * group within a minute. It names the first resource. A group that does not exist has no log.
 */
export async function recordDenied(
  tx: Transaction,
  entry: Omit<AuditEntry, 'result'>,
  now = Date.now(),
): Promise<void> {
  const { group, type, actor } = entry;
  const minute = new Date(now - (now % JOINED_MS));
  const result = 'PERMISSION_DENIED';
  const alike = all(
    is('actor', actor),
    atLeast('createTime', minute),
    is('type', type),
    is('parent', group),
    is('result', result),
  );
  const known = await tx.first('AuditEvent', alike);
  if (known !== null) {
    await tx.note('AuditEvent', is('uid', known.uid), { count: known.count + 1 });
    return;
  }
  if ((await tx.get('Group', group)) === null) return;
  await recordAudit(tx, { ...entry, result });
}

/** Writes the record as part of the transaction; a group that is no uid has no log to be in. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  if (!isUid(entry.group)) return;
  const { type, actor, resource, operation, requestId, result, group, before, after } = entry;
  await tx.insert('AuditEvent', {
    uid: newChildUid(group),
    parent: group,
    type,
    actor,
    identities: [...entry.identities],
    issuer: entry.issuer,
    subject: entry.subject,
    resource,
    operation,
    requestId,
    result,
    before: before ?? null,
    after: after ?? null,
    createTime: new Date(),
  });
}
