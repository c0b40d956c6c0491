/**
 * Some changes need a caller who has signed in recently, or has confirmed again who they are. This
 * applies only to sessions: the issuer of a token decides how long it lives, and nobody sits behind
 * a key.
 */
import { refusal } from '#lib/aip/errors.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { hasSecondFactor } from '#lib/auth/second-factor/factors.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, type Reads } from '#lib/store/store.ts';

const RECENT_MS = 10 * 60 * 1000;

type Session = RowOf<'Session'>;

/** The creation time stands in for sessions that began before `authenticatedTime` was stored. */
export const authenticatedAt = ({ authenticatedTime, createTime }: Session): Date =>
  authenticatedTime ?? createTime;

/** Whether the person has confirmed who they are within the last minutes. */
export const isFresh = (session: Session, now = Date.now()): boolean =>
  now - authenticatedAt(session).getTime() < RECENT_MS;

/**
 * Whether the person has a second factor that the session has not shown: it began with the password
 * before there was one.
 */
export async function lacksSecondFactor(
  { issuer, subject, secondFactor }: Session,
  reads: Pick<Reads, 'first'> = committed,
): Promise<boolean> {
  if (secondFactor || !(await isOwnUrl(issuer))) return false;
  const account = await reads.first('Account', is('identityUid', subject));
  return account !== null && (await hasSecondFactor(reads, account.email));
}

type Caller = Pick<Principal, 'via' | 'session'>;

/**
 * Call it after all other checks, so that nobody confirms who they are for what they may not do. Tokens
 * and keys always pass. A session that lacks a second factor never does, because whoever knows the
 * password alone could have it.
 *
 * @param what the change, as a noun: `a change of an identity provider`.
 * @throws ApiError FAILED_PRECONDITION `REAUTHENTICATION_REQUIRED`.
 */
export async function requireRecentSignIn(
  { via, session = '' }: Caller,
  what: string,
  reads: Pick<Reads, 'first'> = committed,
): Promise<void> {
  if (via !== 'session') return;
  const row = await reads.first('Session', is('uid', session));
  if (row !== null && isFresh(row) && !(await lacksSecondFactor(row, reads))) return;
  throw required(`${what} needs a sign-in of the last 10 minutes`);
}

/**
 * Requires a session that has shown the person's second factor, however long ago.
 *
 * @throws ApiError FAILED_PRECONDITION `REAUTHENTICATION_REQUIRED`.
 */
export async function requireShownFactor(
  { session = '' }: Caller,
  what: string,
  reads: Pick<Reads, 'first'> = committed,
): Promise<void> {
  const row = await reads.first('Session', is('uid', session));
  if (row === null || !(await lacksSecondFactor(row, reads))) return;
  throw required(`${what} needs a sign-in with your second factor`);
}

/**
 * Requires a session in which the person has shown a second factor within the last minutes. Nobody sits behind a
 * key or a token, so these never pass.
 *
 * @throws ApiError FAILED_PRECONDITION `SECOND_FACTOR_NOT_SHOWN`.
 */
export async function requireRecentFactor(
  { via, session = '' }: Caller,
  what: string,
  reads: Pick<Reads, 'first'> = committed,
): Promise<void> {
  const row = via === 'session' ? await reads.first('Session', is('uid', session)) : null;
  const shown = row?.secondFactor === true ? row.factorTime : null;
  if (shown !== null && Date.now() - shown.getTime() < RECENT_MS) return;
  throw refusal(
    'SECOND_FACTOR_NOT_SHOWN',
    `${what} needs a second factor of the last 10 minutes; confirm with a passkey, or sign out and sign in with your second factor`,
  );
}

const required = (what: string) =>
  refusal(
    'REAUTHENTICATION_REQUIRED',
    `${what}; confirm that it is you, and send the request again`,
  );
