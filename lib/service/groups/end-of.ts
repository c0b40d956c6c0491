interface Times {
  startTime: Date | null;
  expirationTime: Date | null;
}

const NEVER = Number.POSITIVE_INFINITY;
const endTime = ({ expirationTime }: Times) => expirationTime?.getTime() ?? NEVER;

/**
 * When what role bindings grant together ends by itself.
 *
 * @param giving those that grant it now.
 * @param coming those that begin later, the next first. They count if they begin before the others end.
 * @returns null if it does not end, or nothing grants it now.
 */
export function endOf(giving: readonly Times[], coming: readonly Times[]): Date | null {
  if (giving.length === 0) return null;
  let end = Math.max(...giving.map(endTime));
  for (const next of coming) {
    if ((next.startTime?.getTime() ?? 0) > end) break;
    end = Math.max(end, endTime(next));
  }
  return end === NEVER ? null : new Date(end);
}
