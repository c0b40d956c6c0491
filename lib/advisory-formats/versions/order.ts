/** What the orders of versions share. Each is negative if the first is lower, 0 if both are equal. */

/** Compares numbers of any length. */
export function compareNumbers(a: string, b: string): number {
  const [left, right] = [BigInt(a), BigInt(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The first parts that differ decide. Of the longer list, the last parts have no counterpart. */
export function compareParts<Part>(
  left: readonly Part[],
  right: readonly Part[],
  compare: (a: Part | undefined, b: Part | undefined) => number,
): number {
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const order = compare(left[at], right[at]);
    if (order !== 0) return order;
  }
  return 0;
}
