/**
 * Records when an identity was last seen. Writes at most once a minute, and no request waits for
 * it.
 */
import { rootUid } from '#lib/aip/uid.ts';
import { transactionIn } from '#lib/limits/shares.ts';
import { logError } from '#lib/log.ts';
import { perProcess } from '#lib/per-process.ts';
import { all, any, atMost, is, isIn, type SimplePredicate } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { whereNeverSeen, whereSeen } from '#lib/store/was-seen.ts';
import type { Principal } from './principal.ts';
import { isOwnUrl } from './tokens/known-urls.ts';

const INTERVAL_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** When identities were last marked, in milliseconds since 1970. */
const marked = perProcess('lastSeen', () => new Map<string, number>());

type Caller = Pick<Principal, 'identities' | 'home' | 'issuer' | 'via'>;

/**
 * The identities in the organization that the credentials belong to: that of the account, the key
 * or the provider, or the only organization whose identities the token matches. Empty if there is
 * no such organization.
 */
async function identitiesOfCredentials({
  identities,
  home,
  issuer,
  via,
}: Caller): Promise<string[]> {
  const isIssuedHere = via === 'session' || (await isOwnUrl(issuer));
  const root = isIssuedHere && home !== null ? rootUid(home) : rootUid(identities[0] ?? '');
  const here = identities.filter((uid) => rootUid(uid) === root);
  return isIssuedHere || here.length === identities.length ? here : [];
}

/**
 * Notes a request that does not say which organization it is about. An organization that merely names
 * the caller must not learn of it. So identities outside of the caller's own organization count only if
 * they were seen before.
 *
 * @param since a time from before the caller was looked up, in milliseconds since 1970.
 */
export async function noteCaller(caller: Caller, since: number): Promise<void> {
  const home = new Set(await identitiesOfCredentials(caller));
  mark([...home], since);
  mark(
    caller.identities.filter((uid) => !home.has(uid)),
    since,
    whereSeen,
  );
}

/**
 * Notes a request for a resource in the organization of `uid`.
 *
 * @param since as {@link noteCaller}.
 */
export function markSeenAt(
  { identities }: Pick<Principal, 'identities'>,
  uid: string,
  since: number,
): void {
  mark(
    identities.filter((one) => rootUid(one) === rootUid(uid)),
    since,
  );
}

/** Whether {@link noteCaller} counts for the identity. */
export async function isKnownAt(caller: Caller, uid: string): Promise<boolean> {
  if ((await identitiesOfCredentials(caller)).includes(uid)) return true;
  const row = await committed.get('Identity', uid);
  return row !== null && row.lastSeenTime.getTime() !== row.createTime.getTime();
}

/** Those of the identities that were ever seen, in the same order. */
export async function seenAmong(uids: readonly string[]): Promise<string[]> {
  const seen = await committed.uids('Identity', all(isIn('uid', uids), whereSeen), 'uid');
  return uids.filter((uid) => seen.includes(uid));
}

/**
 * Call it after an identity has come to name somebody else, so that the next request of that person
 * is recorded at once.
 */
export function forgetSeen(uid: string): void {
  for (const key of [uid, keyAgain(uid)]) marked.value.delete(key);
}

const keyAgain = (uid: string) => `${uid} again`;

type Condition = SimplePredicate<'lastSeenTime' | 'createTime'>;

/**
 * Requests do not wait for this. A failure is only logged. Leaves out identities that have come to
 * name somebody else since the caller was looked up.
 */
function mark(identities: readonly string[], since: number, condition?: Condition): void {
  const now = Date.now();
  const seen = marked.value;
  // A conditional mark may have changed no row, so it must not delay an unconditional one.
  const keyOf = (uid: string) => (condition === undefined ? uid : keyAgain(uid));
  const due = identities.filter((uid) => now - (seen.get(keyOf(uid)) ?? 0) >= INTERVAL_MS);
  if (due.length === 0) return;
  if (seen.size > MAX_REMEMBERED) seen.clear();
  for (const uid of due) seen.set(keyOf(uid), now);
  const lastSeenTime = new Date(now);
  const earlier = new Date(now - INTERVAL_MS);
  const whereOld = any(atMost('lastSeenTime', earlier), whereNeverSeen);
  const whereNamedBefore = any(is('namesSince', null), atMost('namesSince', new Date(since)));
  const more = condition === undefined ? [] : [condition];
  for (const [root, uids] of Map.groupBy(due, rootUid)) {
    const whereDue = all(isIn('uid', uids), whereOld, whereNamedBefore, ...more);
    transactionIn(root, (tx) => tx.note('Identity', whereDue, { lastSeenTime })).catch(
      (error: unknown) => logError('cannot record when identities were last seen', error),
    );
  }
}
