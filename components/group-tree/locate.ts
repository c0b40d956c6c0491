/** Finds a position among siblings ordered by name and uid, by binary search over their pages. */

import type { Sibling, SiblingPage } from '#lib/client/resources/tree-pages.ts';

/**
 * Group names are ASCII, so comparing UTF-16 units gives the server's order, which is that of code points.
 */
export function compareSiblings(a: Sibling, b: Sibling): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  if (a.uid !== b.uid) return a.uid < b.uid ? -1 : 1;
  return 0;
}

/**
 * The position of the first sibling that is not before `target`, or null if all are. Requests at
 * most log2(pages) + 2 pages; `guess` is the page to try first.
 */
export async function lowerBound(
  target: Sibling,
  pageSize: number,
  readPage: (page: number) => Promise<SiblingPage>,
  guess?: number,
): Promise<{ index: number; sibling: Sibling } | null> {
  let low = 0;
  let high = Math.ceil((await readPage(0)).total / pageSize) - 1;
  let middle = guess === undefined || guess > high ? high >> 1 : guess;
  let found: { index: number; sibling: Sibling } | null = null;
  for (; low <= high; middle = (low + high) >> 1) {
    const { groups } = await readPage(middle);
    const offset = groups.findIndex((sibling) => compareSiblings(sibling, target) >= 0);
    if (offset < 0) {
      low = middle + 1;
      continue;
    }
    found = { index: middle * pageSize + offset, sibling: groups[offset]! };
    if (offset > 0 || found.sibling.uid === target.uid) break;
    high = middle - 1;
  }
  return found;
}
