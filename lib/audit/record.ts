/** The audit log. A change is recorded in its own transaction, and a denied attempt soon after it. */
import { newChildUid, isUid } from '#lib/aip/uid.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { partsOf } from '#lib/parts.ts';
import { takeRecordBytes } from '#lib/limits/record-bytes.ts';
import { shareOf } from '#lib/limits/shares.ts';
import { auditNoun } from '#lib/resources/catalog.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { PAST, type Operation } from '#lib/resources/operations.ts';
import type { UnmetType } from '#lib/resources/policy.ts';
import type { Tables } from '#lib/resources/rows.ts';
import type { Transaction } from '#lib/store/store.ts';
import { bounded, differenceOf, FEW_BYTES, MOST_BYTES, wholeOf } from './states.ts';
import { placingIn, type Content } from './chain.ts';

/** Who did something, as a record of the audit log names them. */
export interface Actor {
  /** The caller's own identity, or issuer and subject, or the name of a program. */
  actor: string;
  identities: readonly string[];
  /** The issuer of the caller's token; empty for the command line and for syncs. */
  issuer: string;
  subject: string;
  requestId: string;
  /** The network that identifies one client; absent where nobody knows it. */
  network?: string;
  userAgent?: string;
  /** The uid of a session or of an identity key. */
  credential?: string;
}

/** The actor where an identity provider did something, or should have. It is not an identity. */
export const PROVIDER_ACTOR = 'identity provider';

/** The actor where an organization changed an identity of its own. Others do not see who did it. */
export const OTHER_ORGANIZATION = 'another organization';

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

/** One record of the audit log before it is stored. */
export interface AuditEntry extends Actor {
  /** For example `grove.iam.group.created.v1`. */
  type: string;
  operation: Operation;
  /** The uid of the changed resource, or the parent of a resource whose creation was denied. */
  resource: string;
  group: string;
  /** `OK` unless given. */
  result?: 'OK' | 'PERMISSION_DENIED' | 'UNAUTHENTICATED' | 'RESOURCE_EXHAUSTED' | UnmetType;
  /** The whole resource, as far as {@link statesOf} keeps it. */
  before?: JsonObject;
  after?: JsonObject;
}

/** `grove.iam.role_binding.created.v1` and the like. */
export function auditType(definition: ResourceDefinition, operation: Operation): string {
  return `grove.${definition.domain}.${auditNoun(definition.type)}.${PAST[operation]}.v1`;
}

/**
 * What happened to which resource, in the log of which group.
 *
 * @param what the kind of resource, or a noun such as `policy` for one that the API does not have.
 * @param group the resource itself unless given.
 */
export function eventOf(
  what: ResourceDefinition | string,
  operation: Operation,
  resource: string,
  group = resource,
): Pick<AuditEntry, 'type' | 'operation' | 'resource' | 'group'> {
  const type =
    typeof what === 'string'
      ? `grove.iam.${what}.${PAST[operation]}.v1`
      : auditType(what, operation);
  return { type, operation, resource, group };
}

/** In characters. Clients may send far more. */
const MAX_USER_AGENT = 256;

/**
 * Writes the record in the transaction, whatever the quota of its organization is. Nothing is written
 * if `group` is not a uid.
 */
export const recordAudit = (tx: Transaction, entry: AuditEntry): Promise<void> =>
  recordAll(tx, [entry]);

/** Records that are written at a time. */
const AT_ONCE = 100;

/** As {@link recordAudit}, in their order. */
export async function recordAll(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  const given = entries.filter(({ group }) => isUid(group));
  const placed = placingIn(tx);
  for await (const part of partsOf(given, AT_ONCE)) {
    const rows: Tables['AuditEvent'][] = [];
    for (const whole of part.map(contentOf)) {
      const hasRoom = takeRecordBytes(await shareOf(whole.uid, tx), bytesOf(whole), false);
      rows.push(await placed(hasRoom ? whole : shortened(whole, FEW_BYTES)));
    }
    await tx.insertAll('AuditEvent', rows);
  }
}

/**
 * The approximate bytes of a row beside its content: its place in the chain and its index entries.
 */
const BYTES_BESIDE = 512;

export const bytesOf = (content: Content): number =>
  BYTES_BESIDE + Buffer.byteLength(JSON.stringify(content));

const shortened = (content: Content, most: number): Content => ({
  ...content,
  before: bounded(content.before, most),
  after: bounded(content.after, most),
});

/** The resource before and after, as far as a record holds it: of two states, only the fields that differ. */
function statesOf({ before, after }: AuditEntry): Pick<Content, 'before' | 'after'> {
  const isChange = before !== undefined && after !== undefined;
  const states = isChange
    ? differenceOf(before, after)
    : { before: before && wholeOf(before), after: after && wholeOf(after) };
  return {
    before: bounded(states.before ?? null, MOST_BYTES),
    after: bounded(states.after ?? null, MOST_BYTES),
  };
}

/** The columns of a new audit event, with a new uid and the current time. States and client are shortened. */
export function contentOf(entry: AuditEntry): Content {
  const { type, actor, resource, operation, requestId, result = 'OK', group } = entry;
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
    ...statesOf(entry),
    count: 1,
    createTime: new Date(),
    network: entry.network ?? null,
    userAgent: entry.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    credential: entry.credential ?? null,
  };
}
