/** Signed-in browsers. Each has a row that the cookie names and that can be revoked. */
import { decode } from 'next-auth/jwt';
import { isJsonObject } from '#lib/aip/json.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { Claims } from '#lib/auth/matching/claim-checks.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { logError } from '#lib/log.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { is, lessThan } from '#lib/store/predicates.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import type { Transaction } from '#lib/store/store.ts';
import type { Reads } from '#lib/store/handles.ts';
import { sessionLimitsOf } from './session-limits.ts';
import { existingIdentities } from '#lib/auth/matching/identities.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { recordAccess } from '#lib/auth/access-record.ts';
import type { Client } from '#lib/auth/access-record.ts';
import { cookieValue, sessionCookieName } from './cookies.ts';

const TOUCH_MS = 60_000;

/** A person who has signed in. */
export interface SignedIn {
  issuer: string;
  subject: string;
  email: string;
  name: string;
  userAgent: string;
  /** As `clientNetwork` gives it. */
  network: string;
  /** The claims that the issuer asserted. They decide which identities match the session. */
  claims: Claims;
  /** The uid of the identity provider; null for a password of the installation. */
  provider: string | null;
  /** Whether the sign-in took a passkey. */
  passkey: boolean;
}

/** Whether what was checked at the sign-in, a password or a provider, is still the same. */
export type IsUnchanged = (reads: Reads) => Promise<boolean>;

/**
 * Null if the password or the provider was changed since it was checked. Such a change ends every
 * session, so it also refuses the ones that are just about to start.
 */
export async function startSession(
  { network, ...person }: SignedIn,
  isUnchanged: IsUnchanged,
  now = Date.now(),
): Promise<string | null> {
  const uid = crypto.randomUUID();
  const { absolute } = await sessionLimitsOf(organizationOf(person));
  return transaction(async (tx) => {
    if (!(await isUnchanged(tx))) return null;
    await tx.deleteAll('Session', lessThan('expireTime', new Date(now)));
    await tx.insertAll('Session', [
      {
        ...person,
        claims: person.claims as JsonObject,
        uid,
        userAgent: person.userAgent.slice(0, 256),
        createTime: new Date(now),
        lastSeenTime: new Date(now),
        expireTime: new Date(now + absolute * 1000),
      },
    ]);
    const { userAgent } = person;
    await recordAccess(tx, 'session.started', person, { network, userAgent, credential: uid });
    return uid;
  });
}

export async function endSession(uid: string, client: Client): Promise<void> {
  await transaction((tx) => endSessions(tx, is('uid', uid), client));
}

/** Ends sessions and records it. @returns how many. */
export async function endSessions(
  tx: Transaction,
  where: Predicate<keyof RowOf<'Session'>>,
  client: Client,
): Promise<number> {
  const ended = await tx.find('Session', where);
  for (const session of ended) {
    await recordAccess(tx, 'session.ended', session, { ...client, credential: session.uid });
  }
  await tx.deleteAll('Session', where);
  return ended.length;
}

/** The live session of a cookie header, or null. */
export async function readSession(
  cookies: string | null,
  now = Date.now(),
): Promise<LiveSession | null> {
  const cookie = cookieValue(cookies ?? '', sessionCookieName());
  if (cookie === null) return null;
  const uid = await sessionUid(cookie);
  return uid === null ? null : liveSession(uid, now);
}

export interface LiveSession extends Pick<
  RowOf<'Session'>,
  'uid' | 'issuer' | 'subject' | 'email' | 'name'
> {
  /** The claims that the issuer asserted at sign-in. */
  claims: JsonObject;
}

async function sessionUid(cookie: string): Promise<string | null> {
  try {
    const token = await decode({ token: cookie, secret: secrets().session });
    return typeof token?.['session'] === 'string' ? token['session'] : null;
  } catch {
    // The cookie is encrypted with another key, or is not Grove's.
    return null;
  }
}

/**
 * A resource of the organization whose limits apply: the provider, or the identity of a password.
 */
function organizationOf({
  provider,
  subject,
}: {
  provider: string | null;
  subject: string;
}): string {
  return provider ?? subject;
}

/** True unless the session was idle for too long or is too old. */
export async function isLive(session: RowOf<'Session'>, now: number): Promise<boolean> {
  const { idle, absolute } = await sessionLimitsOf(organizationOf(session));
  const { createTime, lastSeenTime, expireTime } = session;
  const ends = Math.min(
    expireTime.getTime(),
    createTime.getTime() + absolute * 1000,
    lastSeenTime.getTime() + idle * 1000,
  );
  return now < ends;
}

async function liveSession(uid: string, now: number): Promise<LiveSession | null> {
  const row = await committed.first('Session', is('uid', uid));
  if (row === null) return null;
  if (!(await isLive(row, now))) return null;
  const { issuer, subject, email, name, claims } = row;
  if (!isJsonObject(claims)) return null;
  // A password signs in as one identity. If that identity was deleted, the session has ended.
  const isOwn = await isOwnUrl(issuer);
  if (isOwn && (await existingIdentities([subject])).length === 0) return null;
  if (now - row.lastSeenTime.getTime() > TOUCH_MS) touch(uid, now);
  return { uid, issuer, subject, email, name, claims };
}

function touch(uid: string, now: number): void {
  const lastSeenTime = new Date(now);
  transaction((tx) => tx.note('Session', is('uid', uid), { lastSeenTime })).catch(
    (error: unknown) => logError('cannot record when a session was last seen', error),
  );
}
