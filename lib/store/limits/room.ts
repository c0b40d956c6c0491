/**
 * The room that the limits of groups leave. A limit counts all resources of its kind below the
 * group, at any depth; that of the first root group of a share counts those of the whole share. Rows
 * that a transaction has read cannot change before it commits, so concurrent writers cannot exceed a
 * limit together.
 */
import { quotaExceeded } from '#lib/aip/errors.ts';
import { pathUids, rootUid } from '#lib/aip/uid.ts';
import type { TableName } from '#lib/resources/rows.ts';
import { limitedType, limitNameOf, limitOf } from '#lib/resources/resource-limits.ts';
import type { LimitName } from '#lib/resources/resource-limits.ts';
import type { Reads } from '#lib/store/prisma/reads.ts';
import { limitsOfShare, rootsOfShare, shareOfRoot } from './shares.ts';

/** A limit of a group, and how many resources count towards it now. */
export interface Room {
  limit: LimitName;
  /** The group that has the limit. The first root group of a share may be deleted. */
  group: string;
  most: number;
  used: number;
  /** The groups whose contents count: the group, and the other root groups of its share. */
  among: readonly string[];
}

/** A new row: the group that contains it, or the share of a root group that somebody founds. */
export interface Place {
  /** '' for a root group, and in a table without groups. */
  parent: string;
  share: string | null;
}

const placeUids = ({ parent, share }: Place): string[] =>
  parent === '' ? (share === null ? [] : [share]) : pathUids(parent);

/** The limits of the kind that the groups themselves and their shares have. */
export async function roomsIn(
  reads: Reads,
  limit: LimitName,
  places: readonly Place[],
): Promise<Room[]> {
  const uids = [...new Set(places.flatMap(placeUids))];
  const rows = await reads.getAll('Group', uids);
  const roots = rows.filter(({ parent }) => parent === '');
  const founded = places.flatMap(({ share }) => share ?? []);
  const shares = new Set([...founded, ...roots.map(shareOfRoot)]);
  const known = new Map(roots.map(({ uid, resourceLimits }) => [uid, resourceLimits]));
  const rooms: Room[] = [];
  for (const { uid, parent, foundedBy, resourceLimits } of rows) {
    const most = limitOf(resourceLimits, limit);
    if (most === undefined || (parent === '' && foundedBy === null)) continue;
    const used = await usedBelow(reads, limit, uid);
    rooms.push({ limit, group: uid, most, used, among: [uid] });
  }
  const shared = await Promise.all(
    [...shares].map(async (share) => {
      const most = limitOf(known.get(share) ?? (await limitsOfShare(reads, share)), limit);
      return most === undefined ? null : roomOfShare(reads, { limit, most }, share);
    }),
  );
  return [...shared.filter((room) => room !== null), ...rooms];
}

async function roomOfShare(
  reads: Reads,
  { limit, most }: Pick<Room, 'limit' | 'most'>,
  share: string,
): Promise<Room> {
  const roots = await rootsOfShare(reads, share);
  const used = await Promise.all(roots.map((root) => usedBelow(reads, limit, root)));
  // The operator has made the first root group. Each further one is a group that somebody created.
  const founded = limit === 'groups' ? roots.filter((root) => root !== share).length : 0;
  return {
    limit,
    group: share,
    most,
    used: used.reduce((sum, one) => sum + one, founded),
    among: [...new Set([share, ...roots])],
  };
}

const usedBelow = async (reads: Reads, limit: LimitName, group: string): Promise<number> =>
  (await reads.tally(limitedType(limit), group))?.below ?? 0;

/** The limit that leaves the least room directly in the group; undefined if there is none. */
export async function tightestRoom(
  reads: Reads,
  limit: LimitName,
  parent: string,
): Promise<Room | undefined> {
  const rooms = await roomsIn(reads, limit, [{ parent, share: null }]);
  return rooms.toSorted((a, b) => a.most - a.used - (b.most - b.used))[0];
}

/** The message of a limit that leaves no room. It names no root group that the caller may not see. */
export function limitReached({ limit, group, most, among }: Room): string {
  return among.length === 1
    ? `group ${group} may hold at most ${most} ${limit}, at any depth`
    : `the organizations that share limits with this one may hold together at most ${most} ${limit}, at any depth`;
}

/** @throws ApiError RESOURCE_EXHAUSTED with a QuotaFailure that names the limit. */
export async function requireRoom(
  reads: Reads,
  table: TableName,
  places: readonly Place[],
): Promise<void> {
  const limit = limitNameOf(table);
  if (limit === undefined) return;
  const added = Map.groupBy(places.flatMap(placeUids), (uid) => uid);
  for (const room of await roomsIn(reads, limit, places)) {
    const { group, most, used, among } = room;
    const more = among.reduce((sum, uid) => sum + (added.get(uid)?.length ?? 0), 0);
    if (used + more <= most) continue;
    const [{ parent = '' } = {}] = places;
    throw quotaExceeded({
      subject: among.length === 1 || parent === '' ? group : rootUid(parent),
      description: limitReached(room),
      quotaId: limit,
      quotaValue: String(most),
    });
  }
}
