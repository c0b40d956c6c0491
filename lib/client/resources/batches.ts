import { readPage, type ListQuery } from '#lib/client/resources/queries.ts';

/**
 * The maximum length of a uid list in an address, in encoded characters. Proxies often limit the
 * request line to 8 KiB.
 */
const MOST_CHARACTERS = 6_000;
const PARAMETER = '&uidp.ids='.length;

/** Splits uids into parts that each fit into an address, in order. */
export function inBatches(uids: readonly string[]): string[][] {
  const batches: string[][] = [];
  let left = 0;
  for (const uid of uids) {
    const length = PARAMETER + encodeURIComponent(uid).length;
    if (length > left) {
      batches.push([]);
      left = MOST_CHARACTERS;
    }
    batches.at(-1)?.push(uid);
    left -= length;
  }
  return batches;
}

/**
 * The resources with these uids, as far as the caller can see them.
 *
 * @param collection `/iam/v2beta1/groups`
 */
export async function readByUids<Row>(
  collection: string,
  uids: readonly string[],
  signal: AbortSignal,
  narrowed: ListQuery = {},
): Promise<Row[]> {
  const read = async (batch: readonly string[]) => {
    const query = { 'uidp.ids': batch, ...narrowed, page_size: '200' };
    return (await readPage<Row>(collection, query, signal)).rows;
  };
  return (await Promise.all(inBatches(uids).map(read))).flat();
}
