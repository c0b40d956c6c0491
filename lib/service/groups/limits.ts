/** How many resources a group and all below it may hold, as the operator sets it. */
import { notFound } from '#lib/aip/errors.ts';
import { eventOf, programActor, recordAudit } from '#lib/audit/record.ts';
import { group as groupResource } from '#lib/resources/group.ts';
import { LIMIT_NAMES, type LimitName } from '#lib/resources/resource-limits.ts';
import { OPERATOR } from '#lib/service/people/operator.ts';
import { roomsIn, type Room } from '#lib/store/limits/room.ts';
import { is } from '#lib/store/predicates.ts';
import { snapshot, transaction, type Transaction } from '#lib/store/store.ts';

/** Limits by name; null removes one. */
type LimitChanges = ReadonlyMap<LimitName, number | null>;

function changed(limits: Record<string, number>, changes: LimitChanges): Record<string, number> {
  const all = new Map<string, number | null>([...Object.entries(limits), ...changes]);
  return Object.fromEntries(
    [...all].flatMap(([name, most]) => (most === null ? [] : [[name, most]])),
  );
}

/**
 * Leaves the other limits as they are.
 *
 * @param uid of a group, or of the deleted first root group of a share.
 * @throws ApiError NOT_FOUND where there is no such group.
 */
export async function changeLimits(uid: string, changes: LimitChanges): Promise<void> {
  await transaction(async (tx) => {
    const row = await tx.get('Group', uid);
    if (row === null) return changeShare(tx, uid, changes);
    const after = await tx.update('Group', uid, {
      resourceLimits: changed(row.resourceLimits, changes),
      updateTime: new Date(),
    });
    await recordAudit(tx, {
      ...programActor(OPERATOR),
      ...eventOf(groupResource, 'update', uid),
      before: groupResource.toJson(row),
      after: groupResource.toJson(after),
    });
  });
}

async function changeShare(tx: Transaction, uid: string, changes: LimitChanges): Promise<void> {
  const share = await tx.first('Share', is('uid', uid));
  if (share === null) throw notFound('Group', uid);
  await tx.put('Share', { uid, resourceLimits: changed(share.resourceLimits, changes) });
}

/**
 * Every limit that counts for the group, those of the groups above it and of its share as well.
 *
 * @throws ApiError NOT_FOUND where there is no such group.
 */
export function limitsFor(uid: string): Promise<Room[]> {
  return snapshot(async (reads) => {
    const isDeleted = (await reads.get('Group', uid)) === null;
    if (isDeleted && (await reads.first('Share', is('uid', uid))) === null) {
      throw notFound('Group', uid);
    }
    const place = isDeleted ? { parent: '', share: uid } : { parent: uid, share: null };
    const rooms: Room[] = [];
    for (const name of LIMIT_NAMES) rooms.push(...(await roomsIn(reads, name, [place])));
    return rooms;
  });
}
