/** How many resources a group and all below it may hold, as the operator sets it. */
import { pathUids } from '#lib/aip/uid.ts';
import { eventOf, programActor, recordAudit } from '#lib/audit/record.ts';
import { group as groupResource } from '#lib/resources/group.ts';
import { LIMIT_NAMES, type LimitName } from '#lib/resources/resource-limits.ts';
import { OPERATOR } from '#lib/service/people/operator.ts';
import { roomsIn, type Room } from '#lib/store/limits/room.ts';
import { snapshot, transaction } from '#lib/store/store.ts';

/** Limits by name; null removes one. */
type LimitChanges = ReadonlyMap<LimitName, number | null>;

/**
 * Leaves the other limits as they are.
 *
 * @throws ApiError NOT_FOUND where there is no such group.
 */
export async function changeLimits(uid: string, changes: LimitChanges): Promise<void> {
  await transaction(async (tx) => {
    const row = await tx.existing('Group', uid);
    const limits = { ...row.resourceLimits, ...Object.fromEntries(changes) };
    const kept = Object.entries(limits).filter(([, most]) => most !== null);
    const after = await tx.update('Group', uid, {
      resourceLimits: Object.fromEntries(kept),
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

/**
 * Every limit that counts for the group, those of the groups above it as well.
 *
 * @throws ApiError NOT_FOUND where there is no such group.
 */
export function limitsFor(uid: string): Promise<Room[]> {
  return snapshot(async (reads) => {
    await reads.existing('Group', uid);
    const rooms: Room[] = [];
    for (const name of LIMIT_NAMES) rooms.push(...(await roomsIn(reads, name, pathUids(uid))));
    return rooms;
  });
}
