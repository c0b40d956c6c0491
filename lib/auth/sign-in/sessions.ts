/** Signed-in browsers: a row each, which the cookie names and which can be revoked. */
import { decode } from 'next-auth/jwt';
import type { RowOf } from '#lib/resources/rows.ts';
import { logError } from '#lib/log.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { is, lessThan } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { existingIdentities } from '#lib/auth/matching/identities.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { cookieValue, sessionCookieName } from './cookies.ts';

/** How long a session lives without being used. */
export const IDLE_MS = 12 * 60 * 60 * 1000;
const TOUCH_MS = 60_000;
/** The longest that a session lives, in seconds. */
export const SESSION_LIFETIME_S = 30 * 24 * 60 * 60;

/** A person as the sign-in found them. */
export interface SignedIn {
  issuer: string;
  subject: string;
  email: string;
  name: string;
  userAgent: string;
}

export async function startSession(person: SignedIn, now = Date.now()): Promise<string> {
  const uid = crypto.randomUUID();
  await transaction(async (tx) => {
    await tx.deleteAll('Session', lessThan('expireTime', new Date(now)));
    await tx.insertAll('Session', [
      {
        ...person,
        uid,
        userAgent: person.userAgent.slice(0, 256),
        createTime: new Date(now),
        lastSeenTime: new Date(now),
        expireTime: new Date(now + SESSION_LIFETIME_S * 1000),
      },
    ]);
  });
  return uid;
}

export async function endSession(uid: string): Promise<void> {
  await transaction((tx) => tx.deleteAll('Session', is('uid', uid)));
}

/** The session of a cookie header, or null where there is none that still counts. */
export async function readSession(
  cookies: string | null,
  now = Date.now(),
): Promise<LiveSession | null> {
  const cookie = cookieValue(cookies ?? '', sessionCookieName());
  if (cookie === null) return null;
  const uid = await sessionUid(cookie);
  return uid === null ? null : liveSession(uid, now);
}

export type LiveSession = Pick<RowOf<'Session'>, 'uid' | 'issuer' | 'subject' | 'email' | 'name'>;

async function sessionUid(cookie: string): Promise<string | null> {
  try {
    const token = await decode({ token: cookie, secret: secrets().session });
    return typeof token?.['session'] === 'string' ? token['session'] : null;
  } catch {
    // Encrypted with another key, or not by us at all.
    return null;
  }
}

async function liveSession(uid: string, now: number): Promise<LiveSession | null> {
  const row = await committed.first('Session', is('uid', uid));
  if (row === null) return null;
  const [seen, expires] = [row.lastSeenTime.getTime(), row.expireTime.getTime()];
  if (expires <= now || seen + IDLE_MS <= now) return null;
  const { issuer, subject, email, name } = row;
  // A password signs in as one identity: where that was deleted, the session has ended.
  const isOwn = await isOwnUrl(issuer);
  if (isOwn && (await existingIdentities([subject])).length === 0) return null;
  if (now - seen > TOUCH_MS) touch(uid, now);
  return { uid, issuer, subject, email, name };
}

function touch(uid: string, now: number): void {
  const lastSeenTime = new Date(now);
  transaction((tx) => tx.note('Session', is('uid', uid), { lastSeenTime })).catch(
    (error: unknown) => logError('cannot note when a session was seen', error),
  );
}
