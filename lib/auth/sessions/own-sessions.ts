import { notFound } from '#lib/aip/errors.ts';
import type { Client } from '#lib/auth/access-record.ts';
import type { Person } from '#lib/auth/matching/blocked.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { wherePerson } from '#lib/auth/tokens/known-urls.ts';
import type { ListSessionsResponse_SessionJson } from '#lib/generated/proto/grove/auth/v1/sessions_pb.js';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is, moreThan, not } from '#lib/store/predicates.ts';
import { committed, transaction, type Reads } from '#lib/store/store.ts';
import { endSessions, isLive } from './sessions.ts';

/** The sessions of somebody that have not ended, the last used first. */
export async function liveSessionsOf(reads: Reads, person: Person): Promise<RowOf<'Session'>[]> {
  const now = Date.now();
  const rows = await reads.find(
    'Session',
    all(await wherePerson(person), moreThan('expireTime', new Date(now))),
    { order: { column: 'lastSeenTime', descending: true } },
  );
  const live = await Promise.all(rows.map((row) => isLive(row, now)));
  return rows.filter((_, index) => live[index]);
}

/** The JSON of a session, for its person and for administrators. */
export const sessionJson = (row: RowOf<'Session'>) => ({
  uid: row.uid,
  userAgent: row.userAgent,
  passkey: row.passkey,
  createTime: row.createTime.toISOString(),
  lastSeenTime: row.lastSeenTime.toISOString(),
  expireTime: row.expireTime.toISOString(),
});

/** The caller’s sessions that have not ended, the last used first, in the form of `GET /auth/v1/sessions`. */
export async function ownSessions(
  principal: Principal,
): Promise<ListSessionsResponse_SessionJson[]> {
  const rows = await liveSessionsOf(committed, principal);
  return rows.map((row) => ({
    ...sessionJson(row),
    ...(row.network !== null && { network: row.network }),
    current: row.uid === principal.session,
  }));
}

/** @throws ApiError NOT_FOUND if the session is not one of the caller's. */
export async function endOwnSession(
  principal: Principal,
  uid: string,
  client: Client,
): Promise<void> {
  const where = all(is('uid', uid), await wherePerson(principal));
  const ended = await transaction((tx) => endSessions(tx, where, client));
  if (ended === 0) throw notFound('Session', uid);
}

/**
 * Ends every session of the caller except the one of the request. @returns the number of ended
 * sessions.
 */
export async function endOtherSessions(principal: Principal, client: Client): Promise<number> {
  const whereOther = not(is('uid', principal.session ?? ''));
  const where = all(await wherePerson(principal), whereOther);
  return transaction((tx) => endSessions(tx, where, client));
}
