/** The audit log. Each change is recorded in its own transaction, and what was denied soon after. */
import { newChildUid, isUid, rootUid } from '#lib/aip/uid.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { auditNoun } from '#lib/resources/catalog.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { PAST } from '#lib/resources/operations.ts';
import type { Operation } from '#lib/resources/operations.ts';
import type { UnmetType } from '#lib/resources/policy.ts';
import { all, atLeast, is } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import { placeAfter, START } from './chain.ts';
import type { Content } from './chain.ts';
import { noteChanged } from './changed-chains.ts';

/** Who made a request, with which identities. */
export interface Actor {
  /** The caller's own identity, or issuer and subject, or the name of a program. */
  actor: string;
  /** Every identity that the caller matched. */
  identities: readonly string[];
  /** The issuer of the caller's token; empty for the command line and for syncs. */
  issuer: string;
  /** The subject of the caller's token. */
  subject: string;
  requestId: string;
  /** The network that identifies one client; absent where nobody knows it. */
  network?: string;
  userAgent?: string;
  /** The uid of a session or of an identity key. */
  credential?: string;
}

/** A program of the installation that needs no sign-in: the command line, a sync. */
export function programActor(name: string): Actor {
  return { actor: name, identities: [], issuer: '', subject: '', requestId: crypto.randomUUID() };
}

/**
 * A person who signs in, changes what they sign in with, or accepts an invite. The actor is the identity
 * that names them literally.
 *
 * @param client where the request came from, as far as is known.
 */
export async function personActor(
  tx: Transaction,
  identityUid: string,
  { network, userAgent, credential }: Pick<Actor, 'network' | 'userAgent' | 'credential'> = {},
): Promise<Actor> {
  const identity = await tx.get('Identity', identityUid);
  return {
    actor: identityUid,
    identities: [identityUid],
    issuer: identity?.issuer ?? '',
    subject: identity?.subject ?? '',
    requestId: crypto.randomUUID(),
    ...(network !== undefined && { network }),
    ...(userAgent !== undefined && { userAgent }),
    ...(credential !== undefined && { credential }),
  };
}

export interface AuditEntry extends Actor {
  /** For example `grove.iam.group.created.v1`. */
  type: string;
  operation: Operation;
  /** The uid of the changed resource, or the parent of a resource whose creation was denied. */
  resource: string;
  /** The group that the record belongs to. */
  group: string;
  result: 'OK' | 'PERMISSION_DENIED' | 'UNAUTHENTICATED' | 'RESOURCE_EXHAUSTED' | UnmetType;
  before?: JsonObject;
  after?: JsonObject;
}

/** `grove.iam.role_binding.created.v1` and the like. */
export function auditType(definition: ResourceDefinition, operation: Operation): string {
  return `grove.${definition.domain}.${auditNoun(definition.type)}.${PAST[operation]}.v1`;
}

/** Attempts within this time share one record. */
const JOINED_MS = 60_000;

/** In characters. Clients may send far more. */
const MAX_USER_AGENT = 256;

/** When the minute began in which a moment is, in milliseconds. */
export const minuteOf = (time: number): number => time - (time % JOINED_MS);

/**
 * Counts an attempt. One record stands for all attempts of a caller at one operation in one group
 * within a minute, and names the first resource. A group that does not exist has no log. The record
 * is put into the chain when its minute is over, because its count rises until then.
 */
export async function recordJoined(tx: Transaction, entry: AuditEntry, count = 1): Promise<void> {
  const { group, type, actor, result, network } = entry;
  const minute = new Date(minuteOf(Date.now()));
  const alike = all(
    is('actor', actor),
    atLeast('createTime', minute),
    is('type', type),
    is('parent', group),
    is('result', result),
    is('network', network ?? null),
    is('chain', ''),
  );
  const known = await tx.first('AuditEvent', alike);
  if (known !== null) {
    await tx.note('AuditEvent', is('uid', known.uid), { count: known.count + count });
    return;
  }
  if ((await tx.get('Group', group)) === null) return;
  await tx.insert('AuditEvent', { ...contentOf(entry), count });
}

/** Writes the record in the transaction. Nothing is written if `group` is not a uid. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  if (!isUid(entry.group)) return;
  const content = contentOf(entry);
  const chain = rootUid(content.uid);
  const end = (await tx.chainEnd(chain)) ?? START;
  await tx.insert('AuditEvent', { ...content, ...placeAfter(end, chain, content) });
  noteChanged(chain);
}

function contentOf(entry: AuditEntry): Content {
  const { type, actor, resource, operation, requestId, result, group, before, after } = entry;
  return {
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
    count: 1,
    createTime: new Date(),
    network: entry.network ?? null,
    userAgent: entry.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    credential: entry.credential ?? null,
  };
}
