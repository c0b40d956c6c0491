import { notFound } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { prepared, transaction } from '#lib/store/database.ts';
import { isOwnUrl, ownUrls } from './known-urls.ts';
import type { Principal } from './principal.ts';

const LIVE = `SELECT "uid", "userAgent", "createTime", "lastSeenTime", "expireTime" FROM "Session"
  WHERE "issuer" IN (SELECT value FROM json_each(?)) AND "subject" = ? AND "expireTime" > ? ORDER BY "lastSeenTime" DESC`;

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
  const rows = prepared(LIVE).all(JSON.stringify(issuersOf(issuer)), subject, Date.now()) as Row[];
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
