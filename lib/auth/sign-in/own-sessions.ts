import { notFound } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { prepared, transaction } from '#lib/store/database.ts';
import { isOwnUrl, ownUrls } from '#lib/auth/tokens/known-urls.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { IDLE_MS } from './sessions.ts';

const LIVE = `SELECT "uid", "userAgent", "createTime", "lastSeenTime", "expireTime" FROM "Session"
  WHERE "issuer" IN (SELECT value FROM json_each(?)) AND "subject" = ? AND "expireTime" > ? AND "lastSeenTime" > ?
  ORDER BY "lastSeenTime" DESC`;

interface Row {
  uid: string;
  userAgent: string;
  createTime: number;
  lastSeenTime: number;
  expireTime: number;
}

/** A session keeps the address that the installation had when it began. */
function issuersOf(issuer: string): string[] {
  return isOwnUrl(issuer) ? ownUrls() : [issuer];
}

/** The browsers that the caller is signed in with, the one seen last first. */
export function ownSessions({ issuer, subject, session }: Principal): JsonObject[] {
  const now = Date.now();
  const issuers = JSON.stringify(issuersOf(issuer));
  const rows = prepared(LIVE).all(issuers, subject, now, now - IDLE_MS) as Row[];
  return rows.map(({ uid, userAgent, createTime, lastSeenTime, expireTime }) => ({
    uid,
    userAgent,
    current: uid === session,
    createTime: new Date(createTime).toISOString(),
    lastSeenTime: new Date(lastSeenTime).toISOString(),
    expireTime: new Date(expireTime).toISOString(),
  }));
}

/** @throws ApiError NOT_FOUND for what is not a session of the caller. */
export async function endOwnSession({ issuer, subject }: Principal, uid: string): Promise<void> {
  const ended = await transaction((tx) =>
    tx.session.deleteMany({ where: { uid, issuer: { in: issuersOf(issuer) }, subject } }),
  );
  if (ended.count === 0) throw notFound('Session', uid);
}

/** Ends every session of the caller but the one that the request comes with; tells how many. */
export async function endOtherSessions({ issuer, subject, session }: Principal): Promise<number> {
  const { count } = await transaction((tx) =>
    tx.session.deleteMany({
      where: { issuer: { in: issuersOf(issuer) }, subject, uid: { not: session ?? '' } },
    }),
  );
  return count;
}
