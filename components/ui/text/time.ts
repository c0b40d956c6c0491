const STEPS: readonly [limit: number, unit: number, word: string][] = [
  [3_600_000, 60_000, 'min'],
  [86_400_000, 3_600_000, 'h'],
  [30 * 86_400_000, 86_400_000, 'd'],
  [365 * 86_400_000, 30 * 86_400_000, 'mo'],
  [Number.POSITIVE_INFINITY, 365 * 86_400_000, 'y'],
];

/** The time between two moments (milliseconds since 1970) in words: "3 h ago", "in 5 d". */
export function relativeTime(then: number, now: number): string {
  const distance = Math.abs(now - then);
  if (distance < 60_000) return then > now ? 'in a moment' : 'just now';
  const [, unit, word] = STEPS.find(([limit]) => distance < limit) ?? STEPS[4]!;
  const amount = `${Math.floor(distance / unit)} ${word}`;
  return then > now ? `in ${amount}` : `${amount} ago`;
}

/**
 * Two days as a range: "Nov 15 – 22". With plain spaces, because the server and browsers write
 * different ones and a page must not change when it loads.
 */
export const dayRange = (format: Intl.DateTimeFormat, since: number, until: number): string =>
  format.formatRange(since, until).replaceAll(/\s/g, ' ');

/** A moment as "2026-11-21 05:17:03 UTC". */
export function exactTime(then: number): string {
  return `${new Date(then).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
