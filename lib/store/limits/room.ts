/**
 * The room that the limits of groups leave. A limit counts all resources of its kind below the
 * group, at any depth. Rows that a transaction has read cannot change before it commits, so
 * concurrent writers cannot exceed a limit together.
 */
import { quotaExceeded } from '#lib/aip/errors.ts';
import { pathUids } from '#lib/aip/uid.ts';
import type { TableName } from '#lib/resources/rows.ts';
import { limitedType, limitNameOf, limitOf } from '#lib/resources/resource-limits.ts';
import type { LimitName } from '#lib/resources/resource-limits.ts';
import type { Reads } from '#lib/store/prisma/reads.ts';

/** A limit of a group, and how many resources count towards it now. */
export interface Room {
  limit: LimitName;
  group: string;
  most: number;
  used: number;
}

/** The limits of the kind that the groups themselves have. @param groups uids. */
export async function roomsIn(
  reads: Reads,
  limit: LimitName,
  groups: readonly string[],
): Promise<Room[]> {
  const rooms: Room[] = [];
  for (const { uid, resourceLimits } of await reads.getAll('Group', groups)) {
    const most = limitOf(resourceLimits, limit);
    if (most === undefined) continue;
    const used = (await reads.tally(limitedType(limit), uid))?.below ?? 0;
    rooms.push({ limit, group: uid, most, used });
  }
  return rooms;
}

/** The limit that leaves the least room directly in the group; undefined if there is none. */
export async function tightestRoom(
  reads: Reads,
  limit: LimitName,
  parent: string,
): Promise<Room | undefined> {
  const rooms = await roomsIn(reads, limit, pathUids(parent));
  return rooms.toSorted((a, b) => a.most - a.used - (b.most - b.used))[0];
}

/** The message of a limit that leaves no room. */
export function limitReached({ limit, group, most }: Room): string {
  return `group ${group} may hold at most ${most} ${limit}, at any depth`;
}

/**
 * @param parents the group of each row that will be written; '' for a root group.
 * @throws ApiError RESOURCE_EXHAUSTED with a QuotaFailure that names the limit.
 */
export async function requireRoom(
  reads: Reads,
  table: TableName,
  parents: readonly string[],
): Promise<void> {
  const limit = limitNameOf(table);
  if (limit === undefined) return;
  const added = new Map<string, number>();
  for (const parent of parents) {
    for (const uid of parent === '' ? [] : pathUids(parent)) {
      added.set(uid, (added.get(uid) ?? 0) + 1);
    }
  }
  for (const room of await roomsIn(reads, limit, [...added.keys()])) {
    const { group, most, used } = room;
    if (used + (added.get(group) ?? 0) <= most) continue;
    throw quotaExceeded({
      subject: group,
      description: limitReached(room),
      quotaId: limit,
      quotaValue: String(most),
    });
  }
}
