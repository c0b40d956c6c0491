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
