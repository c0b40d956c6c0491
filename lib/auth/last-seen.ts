/**
 * Records when an identity was last seen. Writes at most once a minute, and no request waits for
 * it.
 */
import { logError } from '#lib/log.ts';
import { all, any, atMost, isIn, same } from '#lib/store/predicates.ts';
import { transaction } from '#lib/store/store.ts';

const INTERVAL_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** The last-seen time of an identity is its creation time until it is seen. */
const isNeverSeen = same('lastSeenTime', 'createTime');

const shared = globalThis as typeof globalThis & { groveLastSeen?: Map<string, number> };

/** Requests do not wait for this. A failure is only logged. */
export function markSeen(identities: readonly string[], now = Date.now()): void {
  const seen = (shared.groveLastSeen ??= new Map());
  const due = identities.filter((uid) => now - (seen.get(uid) ?? 0) >= INTERVAL_MS);
  if (due.length === 0) return;
  if (seen.size > MAX_REMEMBERED) seen.clear();
  for (const uid of due) seen.set(uid, now);
  const lastSeenTime = new Date(now);
  const earlier = new Date(now - INTERVAL_MS);
  const isOld = any(atMost('lastSeenTime', earlier), isNeverSeen);
  const isDue = all(isIn('uid', due), isOld);
  transaction((tx) => tx.note('Identity', isDue, { lastSeenTime })).catch((error: unknown) =>
    logError('cannot record when identities were last seen', error),
  );
}
