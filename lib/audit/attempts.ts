/** Attempts that share a record: those of one caller within a minute, and all of them past a quota. */
import { rootUid } from '#lib/aip/uid.ts';
import { takeRecordBytes } from '#lib/limits/record-bytes.ts';
import { shareOf } from '#lib/limits/shares.ts';
import { all, atLeast, is } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import { bytesOf, contentOf, programActor, PROVIDER_ACTOR, type AuditEntry } from './record.ts';

/** The type of a record that stands for attempts that have none of their own. */
const SUMMED = 'grove.iam.attempt.summed.v1';

/** Attempts within this time share one record. */
const JOINED_MS = 60_000;

/** The start of the minute of a time, both in milliseconds since 1970. */
export const minuteOf = (time: number): number => time - (time % JOINED_MS);

/** The providers of a group have one actor, but each has a record of its own. */
export const ownResource = ({ actor, resource }: AuditEntry): string | null =>
  actor === PROVIDER_ACTOR ? resource : null;

/**
 * Counts an attempt. One record stands for all attempts of a caller at one operation in one group
 * within a minute, and names the first resource. A group that does not exist has no log. The record
 * is put into the chain when its minute is over, because its count rises until then. Once its
 * share has used up its quota, the attempt is counted with those of all callers.
 */
export async function recordJoined(tx: Transaction, entry: AuditEntry, count = 1): Promise<void> {
  const { group, type, actor, result = 'OK', network } = entry;
  const minute = new Date(minuteOf(Date.now()));
  const own = ownResource(entry);
  const alike = all(
    ...(own === null ? [] : [is('resource', own)]),
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
  const content = contentOf(entry);
  const root = rootUid(group);
  const isOfAll = actor === QUOTA;
  const share = await shareOf(root, tx);
  if (isOfAll || takeRecordBytes(share, bytesOf(content), isOutsider(entry, root))) {
    await tx.insert('AuditEvent', { ...content, count });
  } else await recordJoined(tx, await ofAll(tx, entry, root), count);
}

/** The actor of records that stand for attempts of all callers. */
const QUOTA = 'audit quota';

/** Whoever could not sign in may be anybody. */
function isOutsider({ identities, result }: AuditEntry, root: string): boolean {
  if (result === 'UNAUTHENTICATED' || result === 'RESOURCE_EXHAUSTED') return true;
  return !identities.some((uid) => rootUid(uid) === root);
}

async function ofAll(tx: Transaction, { result }: AuditEntry, root: string): Promise<AuditEntry> {
  const name = (await tx.get('Group', root))?.name ?? '';
  return { ...programActor(QUOTA), ...summedAt(root, name), result };
}

/** The common columns of entries that each count several attempts in an organization. */
export function summedAt(root: string, name: string) {
  return { type: SUMMED, operation: 'get', resource: root, group: root, after: { name } } as const;
}
