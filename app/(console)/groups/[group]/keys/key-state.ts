import type { IdentityKey } from '#lib/client/resources/resources.ts';

export type KeyState = 'active' | 'ending' | 'expired';

const TWO_WEEKS_MS = 14 * 24 * 60 * 60 * 1_000;

/**
 * A key expires soon in its last two weeks, or in the last fifth of a shorter life, so that there is
 * time to replace it.
 *
 * @param now milliseconds since 1970.
 */
export function keyState(
  { createTime, expirationTime }: Pick<IdentityKey, 'createTime' | 'expirationTime'>,
  now: number,
): KeyState {
  const end = Date.parse(expirationTime);
  if (end <= now) return 'expired';
  const life = end - Date.parse(createTime);
  return end - now <= Math.min(TWO_WEEKS_MS, life / 5) ? 'ending' : 'active';
}
