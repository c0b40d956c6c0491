/** Caches which tokens a key has verified, so that each signature is checked only once. */
import { hash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { counts } from '#lib/counts.ts';

const MAX_REMEMBERED = 1_000;

// The cache is per key object. A key that was fetched again or withdrawn invalidates the tokens it
// verified.
const verified = new WeakMap<object, LRUCache<string, JWTPayload>>();

/**
 * The claims of a token that `verify` accepts with the key.
 *
 * @param key the same object that `verify` uses.
 * @throws what `verify` throws. Failures are not cached.
 */
export async function onceVerified(
  token: string,
  key: object,
  verify: () => Promise<JWTPayload>,
): Promise<JWTPayload> {
  const known = verified.get(key) ?? new LRUCache<string, JWTPayload>({ max: MAX_REMEMBERED });
  verified.set(key, known);
  const digest = hash('sha256', token, 'base64url');
  const remembered = known.get(digest);
  if (remembered !== undefined) {
    counts.tokenCacheHits += 1;
    return remembered;
  }
  counts.tokenCacheMisses += 1;
  const claims = await verify();
  known.set(digest, claims);
  return claims;
}
