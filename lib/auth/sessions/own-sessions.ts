import { notFound } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { all, is, isIn, moreThan, not } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { ownUrls } from '#lib/auth/tokens/known-urls.ts';
import type { Principal } from '#lib/auth/principal.ts';
import type { Client } from '#lib/auth/access-record.ts';
import { endSessions, isLive } from './sessions.ts';

/** A session stores the address that the installation had when the session began. */
async function isOfCaller({ issuer, subject }: Principal) {
  const own = await ownUrls();
  const issuers = own.has(issuer) ? [...own] : [issuer];
  return all(isIn('issuer', issuers), is('subject', subject));
}

/** The caller’s sessions that have not ended, the last used first, in the form of `GET /auth/v1/sessions`. */
export async function ownSessions(principal: Principal): Promise<JsonObject[]> {
  const now = Date.now();
  const rows = await committed.find(
    'Session',
    all(await isOfCaller(principal), moreThan('expireTime', new Date(now))),
    { order: { column: 'lastSeenTime', descending: true } },
  );
  const live = await Promise.all(rows.map((row) => isLive(row, now)));
  return rows
    .filter((_, index) => live[index])
    .map(({ uid, userAgent, network, passkey, createTime, lastSeenTime, expireTime }) => ({
      uid,
      userAgent,
      ...(network === null ? {} : { network }),
      passkey,
      current: uid === principal.session,
      createTime: createTime.toISOString(),
      lastSeenTime: lastSeenTime.toISOString(),
      expireTime: expireTime.toISOString(),
    }));
}

/** @throws ApiError NOT_FOUND if the session is not one of the caller's. */
export async function endOwnSession(
  principal: Principal,
  uid: string,
  client: Client,
): Promise<void> {
  const isOwn = await isOfCaller(principal);
  const where = all(is('uid', uid), isOwn);
  const ended = await transaction((tx) => endSessions(tx, where, client));
  if (ended === 0) throw notFound('Session', uid);
}

/**
 * Ends every session of the caller except the one of the request. @returns the number of ended
 * sessions.
 */
export async function endOtherSessions(principal: Principal, client: Client): Promise<number> {
  const isOther = not(is('uid', principal.session ?? ''));
  const isOwn = await isOfCaller(principal);
  return transaction((tx) => endSessions(tx, all(isOwn, isOther), client));
}
