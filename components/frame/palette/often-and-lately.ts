/** The weight of each item, relative to the item before it. */
const FADES = 0.85;

/** Each item once. Items that come often and early are first. */
export function oftenAndLately(items: readonly string[]): string[] {
  const scores = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    scores.set(item, (scores.get(item) ?? 0) + FADES ** index);
  }
  return [...scores].toSorted(([, a], [, b]) => b - a).map(([item]) => item);
}
