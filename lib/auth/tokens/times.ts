/**
 * Checks the times of a token: `exp`, `nbf` and `iat`, with 60 s of leeway for clocks that differ.
 * Pure, for the server and the browser.
 */

const LEEWAY_S = 60;

function duration(seconds: number): string {
  const units: readonly (readonly [number, string])[] = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ];
  const [size, unit] = units.find(([length]) => seconds >= length) ?? [1, 'second'];
  const count = Math.max(1, Math.floor(seconds / size));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * The problem with the times of a token, or null.
 *
 * @param now seconds since the epoch.
 */
export function timesProblem(
  { exp, nbf, iat }: Readonly<Record<string, unknown>>,
  now: number,
): string | null {
  for (const [name, value] of Object.entries({ exp, nbf, iat })) {
    if (value !== undefined && typeof value !== 'number') {
      return `the token's ${name} is not a number`;
    }
  }
  if (typeof exp !== 'number') return 'the token has no expiry';
  if (now - LEEWAY_S >= exp) return `the token expired ${duration(now - exp)} ago`;
  const start = Math.max(Number(nbf ?? 0), Number(iat ?? 0));
  if (start > now + LEEWAY_S) return `the token is not valid for another ${duration(start - now)}`;
  return null;
}
