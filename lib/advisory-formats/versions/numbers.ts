/**
 * The order of versions that are lists of numbers, in which 1.0 is below 1.0.0: those of Haskell and R.
 *
 * @see https://pvp.haskell.org/#version-numbers
 * @see https://search.r-project.org/R/refmans/base/html/numeric_version.html
 */
import { compareNumbers, compareParts } from './order.ts';

const VERSION = /^\d+(?:[.-]\d+)*$/;

/** Null for text that is not such a version. */
export function compareNumberLists(a: string, b: string): number | null {
  if (!VERSION.test(a) || !VERSION.test(b)) return null;
  return compareParts(a.split(/[.-]/), b.split(/[.-]/), (one, other) => {
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    return compareNumbers(one, other);
  });
}
