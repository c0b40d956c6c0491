/**
 * Longest list of uids that goes into one address, in characters as they are encoded. Servers in
 * front of this one often take 8 KiB for the whole line.
 */
const MOST_CHARACTERS = 6_000;
const PARAMETER = '&uidp.ids='.length;

/** The uids in their order, split so that each part can be named in an address. */
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
