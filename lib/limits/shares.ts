/** The share that each organization belongs to, which bounds of an organization are counted for. */
import { LRUCache } from 'lru-cache';
import { rootUid } from '#lib/aip/uid.ts';
import { partsOf } from '#lib/parts.ts';
import { shareOfRoot } from '#lib/store/limits/shares.ts';
import { committed, transaction, type Reads, type Transaction } from '#lib/store/store.ts';

const ROWS_AT_A_TIME = 100;

/** An organization never changes its share, so an entry holds as long as the process runs. */
const known = new LRUCache<string, string>({ max: 20_000 });

/**
 * The share of the organization that holds a resource. What counts for an organization counts for its
 * share, because anybody may found more organizations.
 *
 * @param uid of any resource in the organization.
 * @param reads those of the transaction that creates the organization; the committed rows otherwise.
 */
export async function shareOf(uid: string, reads: Reads = committed): Promise<string> {
  const root = rootUid(uid);
  return known.get(root) ?? (await sharesOf([root], reads)).get(root) ?? root;
}

/** The same for many, by their root groups. One that is deleted is its own share. */
export async function sharesOf(
  uids: Iterable<string>,
  reads: Reads = committed,
): Promise<ReadonlyMap<string, string>> {
  const shares = new Map<string, string>();
  const unknown: string[] = [];
  for (const root of new Set([...uids].map(rootUid))) {
    const share = known.get(root);
    shares.set(root, share ?? root);
    if (share === undefined) unknown.push(root);
  }
  for await (const part of partsOf(unknown, ROWS_AT_A_TIME)) {
    for (const row of await reads.getAll('Group', part)) {
      shares.set(row.uid, shareOfRoot(row));
      known.set(row.uid, shareOfRoot(row));
    }
  }
  return shares;
}

/**
 * A write transaction that others may write beside: it reads and changes rows of one organization alone, beside
 * what gives rights.
 *
 * @param uid of any resource in the organization.
 */
export async function transactionIn<T>(
  uid: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return transaction(work, { share: await shareOf(uid) });
}
