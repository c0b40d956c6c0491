/**
 * Some changes need a caller who has signed in recently, or has confirmed again who they are. It
 * concerns sessions alone: a token lives as long as its issuer wants, and nobody sits behind a key.
 */
import { failedPrecondition } from '#lib/aip/errors.ts';
import type { Principal } from '#lib/auth/principal.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import type { Reads } from '#lib/store/store.ts';

const RECENT_MS = 10 * 60 * 1000;

type Session = RowOf<'Session'>;

/** Sessions from before the column existed have none. */
export const authenticatedAt = ({ authenticatedTime, createTime }: Session): Date =>
  authenticatedTime ?? createTime;

/** Always true for tokens and keys. */
export async function isRecentSignIn(
  { via, session = '' }: Pick<Principal, 'via' | 'session'>,
  reads: Pick<Reads, 'first'> = committed,
  now = Date.now(),
): Promise<boolean> {
  if (via !== 'session') return true;
  const row = await reads.first('Session', is('uid', session));
  return row !== null && now - authenticatedAt(row).getTime() < RECENT_MS;
}

/**
 * Call it after all other checks, so that nobody confirms who they are for what they may not do.
 *
 * @param what the change, as a noun: `a change of an identity provider`.
 * @throws ApiError FAILED_PRECONDITION `REAUTHENTICATION_REQUIRED`.
 */
export async function requireRecentSignIn(
  principal: Pick<Principal, 'via' | 'session'>,
  what: string,
  reads?: Pick<Reads, 'first'>,
): Promise<void> {
  if (await isRecentSignIn(principal, reads)) return;
  throw failedPrecondition([
    {
      type: 'REAUTHENTICATION_REQUIRED',
      description: `${what} needs a sign-in of the last 10 minutes; confirm that it is you, and send the request again`,
    },
  ]);
}
