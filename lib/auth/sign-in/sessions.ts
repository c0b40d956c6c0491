/** Signed-in browsers: a row each, which the cookie names and which can be revoked. */
import { decode } from 'next-auth/jwt';
import type { Session } from '#lib/generated/prisma/client.ts';
import { logError } from '#lib/log.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { prepared, transaction } from '#lib/store/database.ts';
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
    await tx.session.deleteMany({ where: { expireTime: { lt: new Date(now) } } });
    await tx.session.create({
      data: {
        ...person,
        uid,
        userAgent: person.userAgent.slice(0, 256),
        createTime: new Date(now),
        lastSeenTime: new Date(now),
        expireTime: new Date(now + SESSION_LIFETIME_S * 1000),
      },
    });
  });
  return uid;
}

export async function endSession(uid: string): Promise<void> {
  await transaction((tx) => tx.session.deleteMany({ where: { uid } }));
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

export type LiveSession = Pick<Session, 'uid' | 'issuer' | 'subject' | 'email' | 'name'>;

async function sessionUid(cookie: string): Promise<string | null> {
  try {
    const token = await decode({ token: cookie, secret: secrets().session });
    return typeof token?.['session'] === 'string' ? token['session'] : null;
  } catch {
    // Encrypted with another key, or not by us at all.
    return null;
  }
}

function liveSession(uid: string, now: number): LiveSession | null {
  const row = prepared('SELECT * FROM "Session" WHERE "uid" = ?').get(uid) as
    (LiveSession & { lastSeenTime: number; expireTime: number }) | undefined;
  if (row === undefined || row.expireTime <= now || row.lastSeenTime + IDLE_MS <= now) return null;
  const { issuer, subject, email, name } = row;
  // Who signed in with a password is one identity, and nobody once that is deleted.
  if (isOwnUrl(issuer) && existingIdentities([subject]).length === 0) return null;
  if (now - row.lastSeenTime > TOUCH_MS) touch(uid, now);
  return { uid, issuer, subject, email, name };
}

function touch(uid: string, now: number): void {
  transaction((tx) =>
    tx.session.updateMany({ where: { uid }, data: { lastSeenTime: new Date(now) } }),
  ).catch((error: unknown) => logError('cannot note when a session was seen', error));
}
