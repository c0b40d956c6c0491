/** What the orders of versions share. Each is negative if the first is lower, 0 if both are equal. */

export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares runs of digits as numbers. Linear in time, because anyone may write a version of a megabyte. */
export function compareNumbers(a: string, b: string): number {
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  return left.length - right.length || compareTexts(left, right);
}

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
