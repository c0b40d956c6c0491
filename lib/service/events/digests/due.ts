/** Which digests are due. */
import { rootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { committed } from '#lib/store/store.ts';

type Subscription = RowOf<'Subscription'>;

export const isDigest = ({ schedule }: Pick<Subscription, 'schedule'>): boolean => schedule !== '';

/**
 * Finds the digests that are due. One at once is due some time after a change of its organization, so that it has
 * the other changes of that time as well.
 */
export function dueDigests() {
  /** When the first change was noticed that no digest at once has, by the uid of the subscription. */
  const noticed = new Map<string, number>();
  return async (rows: readonly Subscription[]): Promise<Subscription[]> => {
    const now = Date.now();
    const onTime = rows.filter(({ digestTime }) => (digestTime?.getTime() ?? 0) <= now);
    const ends = new Map<string, number>();
    const due = [];
    for (const row of onTime) {
      const root = rootUid(row.parent);
      if (row.schedule === 'AT_ONCE') {
        const end = ends.get(root) ?? (await committed.chainEnd(root))?.sequence ?? 0;
        ends.set(root, end);
        const first = end > row.position ? (noticed.get(row.uid) ?? now) : undefined;
        if (first === undefined) noticed.delete(row.uid);
        else noticed.set(row.uid, first);
        if (first === undefined || now - first < config().pace.digestSettleMs) continue;
        noticed.delete(row.uid);
      }
      due.push(row);
    }
    return due;
  };
}
