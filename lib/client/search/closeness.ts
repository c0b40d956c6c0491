/** Orders what a search found: the whole text first, then its beginning, then a word, then any part. Pure. */
import { folded } from '#lib/resources/names.ts';

/** A smaller number is closer. */
function distanceOf(needle: string, text: string): number {
  const found = folded(text);
  if (found === needle) return 0;
  if (found.startsWith(needle)) return 1;
  const before = found.at(found.indexOf(needle) - 1) ?? '';
  if (found.includes(needle)) return /[\p{L}\p{N}]/u.test(before) ? 3 : 2;
  return 4;
}

/**
 * The rows with the closest first, otherwise in their order.
 *
 * @param textsOf what a row may be found by.
 */
export function byCloseness<Row>(
  text: string,
  rows: readonly Row[],
  textsOf: (row: Row) => readonly string[],
): Row[] {
  const needle = folded(text.trim());
  if (needle === '') return [...rows];
  const distances = new Map(
    rows.map((row) => [row, Math.min(...textsOf(row).map((one) => distanceOf(needle, one)))]),
  );
  return rows.toSorted((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
}
