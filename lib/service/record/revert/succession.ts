/** What a uid in a record names today: itself, or what was put back in its place. */
import { isDeepStrictEqual } from 'node:util';
import { refusal } from '#lib/aip/errors.ts';
import { auditType } from '#lib/audit/record.ts';
import { namedAt } from '#lib/auth/matching/named-since.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { claimMatchOf, identity } from '#lib/resources/identity.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is } from '#lib/store/predicates.ts';
import type { Reads } from '#lib/store/store.ts';

type Event = RowOf<'AuditEvent'>;

/** More often than anybody deletes one thing and puts it back. */
const MOST_STEPS = 20;

async function lastOf(reads: Reads, resource: string, type: string) {
  const where = all(is('resource', resource), is('type', type), is('result', 'OK'));
  const order = { column: 'createTime', descending: true } as const;
  return (await reads.find('AuditEvent', where, { order, limit: 1 }))[0];
}

/** The uid of the resource, or of what came back for it. Null if it is gone. */
export async function successorOf(
  reads: Reads,
  definition: ResourceDefinition,
  uid: string,
): Promise<string | null> {
  const type = auditType(definition, 'restore');
  let at = uid;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    if ((await reads.get(definition.type, at)) !== null) return at;
    const next = (await lastOf(reads, at, type))?.after?.['uid'];
    if (typeof next !== 'string') return null;
    at = next;
  }
  return null;
}

/** What the record named is gone. */
export const gone = ({ noun }: Pick<ResourceDefinition, 'noun'>, uid: string) =>
  refusal('RESOURCE_GONE', `${noun} ${uid} does not exist any more`, uid);

/** @throws ApiError FAILED_PRECONDITION `RESOURCE_GONE` */
export async function requireSuccessor(
  reads: Reads,
  definition: ResourceDefinition,
  uid: string,
): Promise<string> {
  const found = await successorOf(reads, definition, uid);
  if (found === null) throw gone(definition, uid);
  return found;
}

/**
 * Whoever may edit an identity without roles decides whom it matches. So it gets a role back only while it matches
 * whom it matched when it lost the role: otherwise they would wait for somebody to put the role back.
 *
 * @param uid the identity that the event names; `now` what stands for it today.
 * @throws ApiError FAILED_PRECONDITION `CHANGED_SINCE`
 */
export async function requireSameMatch(
  reads: Reads,
  event: Event,
  uid: string,
  now: string,
): Promise<void> {
  const row = await reads.get('Identity', now);
  if (row === null) return;
  const isSame =
    uid === now ? namedAt(row, event.createTime) : await wasSame(reads, event, uid, row);
  if (isSame) return;
  const words = `identity ${now} may match others than when it had this role; bind the role to it if it is who you mean`;
  throw refusal('CHANGED_SINCE', words, now);
}

/** Of an identity that was put back: it matches whom it matched when the same request took role and identity. */
async function wasSame(
  reads: Reads,
  { requestId }: Event,
  uid: string,
  row: RowOf<'Identity'>,
): Promise<boolean> {
  const end = await lastOf(reads, uid, auditType(identity, 'delete'));
  return (
    end?.requestId === requestId && isDeepStrictEqual(end.before?.['claimMatch'], claimMatchOf(row))
  );
}
