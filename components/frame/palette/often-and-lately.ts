/** How much the one before counts. */
const FADES = 0.85;

/** Each item once, those first that come often and early. */
export function oftenAndLately(items: readonly string[]): string[] {
  const scores = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    scores.set(item, (scores.get(item) ?? 0) + FADES ** index);
  }
  return [...scores].toSorted(([, a], [, b]) => b - a).map(([item]) => item);
}
