/** Signed-in browsers. Each has a row that the cookie names and that can be revoked. */
import { decode } from 'next-auth/jwt';
import { AccessCache } from '#lib/access/access-cache.ts';
import type { SignIn } from '#lib/access/policies.ts';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import type { Claims } from '#lib/auth/matching/claim-checks.ts';
import { endedSession, keepEnded } from '#lib/auth/refused-uses.ts';
import { config } from '#lib/config.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { logError } from '#lib/log.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { all, is, lessThan, type SimplePredicate } from '#lib/store/predicates.ts';
import { committed, transaction, type Reads, type Transaction } from '#lib/store/store.ts';
import { authenticatedAt } from './recent-sign-in.ts';
import { sessionLimitsOf } from './session-limits.ts';
import { isOwnUrl, wherePerson } from '#lib/auth/tokens/known-urls.ts';
import { recordAccess, type Client, type NamedProvider } from '#lib/auth/access-record.ts';
import { cookieValue, sessionCookieName } from './cookies.ts';

const TOUCH_MS = 60_000;

export interface SignedIn {
  issuer: string;
  subject: string;
  email: string;
  name: string;
  userAgent: string;
  /** The network of the client, from `clientNetwork`. */
  network: string;
  /** The claims that the issuer asserted. They decide which identities match the session. */
  claims: Claims;
  /** The uid of the identity provider; null for a password of the installation. */
  provider: string | null;
  /** How that provider names its own session, if it names it. */
  providerSid: string | null;
  /** The time from which the passkey of the sign-in counts; null if none was used. */
  passkeySince: Date | null;
  secondFactor: boolean;
  /**
   * When the person proved who they are, in milliseconds, if the issuer says so. It may be long ago:
   * a provider that knows the browser asks for nothing. Now unless given.
   */
  authenticated?: number | undefined;
  /** The session that the browser had. It ends if it was the same person's. */
  formerSession?: string | undefined;
}

/** Whether what was checked at the sign-in, a password or a provider, is still the same. */
export type IsUnchanged = (reads: Reads) => Promise<boolean>;

/**
 * Null if the password or the provider was changed since it was checked. Such a change ends every
 * session, so it also refuses the ones that are just about to start.
 */
export async function startSession(
  { authenticated = Infinity, formerSession, ...person }: SignedIn,
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
        passkey: person.passkeySince !== null,
        passkeyShown: person.passkeySince !== null,
        longestPause: 0,
        factorTime: person.secondFactor ? new Date(Math.min(authenticated, now)) : null,
        authenticatedTime: new Date(Math.min(authenticated, now)),
        createTime: new Date(now),
        lastSeenTime: new Date(now),
        expireTime: new Date(now + absolute * 1000),
      },
    ]);
    const { issuer, subject, network, userAgent } = person;
    await recordAccess(tx, 'session.started', person, { network, userAgent, credential: uid });
    if (formerSession !== undefined) {
      const whereOwn = all(is('issuer', issuer), is('subject', subject));
      await endSessions(tx, all(is('uid', formerSession), whereOwn), { network, userAgent });
    }
    return uid;
  });
}

/** The sessions that began with the account of an identity. Each has the address of the installation from then. */
export const sessionsOfAccount = (identityUid: string) =>
  wherePerson({ issuer: config().url, subject: identityUid });

export async function endSession(uid: string, client: Client): Promise<void> {
  await transaction((tx) => endSessions(tx, is('uid', uid), client));
}

/**
 * Ends sessions and records it.
 *
 * @param provider the identity provider that ended them, if it was not the person.
 * @returns how many.
 */
export async function endSessions(
  tx: Transaction,
  where: SimplePredicate<keyof RowOf<'Session'>>,
  client: Client,
  provider?: NamedProvider,
): Promise<number> {
  const ended = await tx.find('Session', where);
  for (const session of ended) {
    const from = { ...client, credential: session.uid };
    await recordAccess(tx, 'session.ended', session, from, provider);
  }
  await tx.deleteAll('Session', where);
  await keepEnded(tx, ended.map(endedSession));
  return ended.length;
}

/** The uid of the session that a cookie header names, though it may have ended; or null. */
export async function sessionNamedIn(cookies: string | null): Promise<string | null> {
  const cookie = cookieValue(cookies ?? '', sessionCookieName());
  if (cookie === null) return null;
  try {
    const token = await decode({ token: cookie, secret: secrets().session });
    return typeof token?.['session'] === 'string' ? token['session'] : null;
  } catch {
    // The cookie is encrypted with another key, or is not Grove's.
    return null;
  }
}

export interface LiveSession extends Pick<
  RowOf<'Session'>,
  'uid' | 'issuer' | 'subject' | 'email' | 'name' | 'provider'
> {
  claims: JsonObject;
  signIn: SignIn;
}

/** A resource of the organization whose limits apply: the provider, or the identity of a password. */
const organizationOf = ({ provider, subject }: Pick<SignedIn, 'provider' | 'subject'>): string =>
  provider ?? subject;

/** True unless the session was idle for too long or is too old. */
export async function isLive(
  session: RowOf<'Session'>,
  now: number,
  revision?: string,
): Promise<boolean> {
  const { idle, absolute } = await sessionLimitsOf(organizationOf(session), revision);
  const { createTime, lastSeenTime, expireTime } = session;
  const ends = Math.min(
    expireTime.getTime(),
    createTime.getTime() + absolute * 1000,
    lastSeenTime.getTime() + idle * 1000,
  );
  return now < ends;
}

// Deleting an identity changes access.
const accounts = new AccessCache<boolean>();

/** Whether there is still the identity that an account signs in as. */
const isAccount = (uid: string, revision?: string): Promise<boolean> =>
  accounts.lookUp(uid, async () => (await committed.get('Identity', uid)) !== null, revision);

/**
 * The live session of a cookie header, or null.
 *
 * @param isUse whether it counts as seen now.
 * @param revision the access revision, if it was read.
 */
export async function readSession(
  cookies: string | null,
  { isUse = true, revision }: { isUse?: boolean; revision?: string | undefined } = {},
): Promise<LiveSession | null> {
  const now = Date.now();
  const uid = await sessionNamedIn(cookies);
  const [row] = uid === null ? [] : await committed.rows('Session', is('uid', uid));
  if (row === undefined || !(await isLive(row, now, revision))) return null;
  const { issuer, subject, email, name, claims } = row;
  if (!isJsonObject(claims)) return null;
  // A password signs in as one identity. If that identity was deleted, the session has ended.
  const isOwn = await isOwnUrl(issuer, revision);
  if (isOwn && !(await isAccount(subject, revision))) return null;
  const longestPause = Math.max(row.longestPause * 1000, now - row.lastSeenTime.getTime());
  const isDue = now - row.lastSeenTime.getTime() > TOUCH_MS;
  if (isUse && isDue) touch(row.uid, now, longestPause);
  const { provider, secondFactor, passkeyShown, passkeySince, createTime } = row;
  const signIn = {
    // A provider may say that its own sign-in was earlier.
    time: Math.max(createTime.getTime(), authenticatedAt(row).getTime()),
    longestPause,
    isOwnAccount: provider === null,
    secondFactor,
    passkey: passkeyShown,
    passkeySince: passkeySince?.getTime() ?? null,
  };
  return { uid: row.uid, issuer, subject, email, name, claims, provider, signIn };
}

/**
 * Stores the longest pause as well: a policy may ask for a new sign-in after a shorter pause than
 * the session allows.
 */
function touch(uid: string, now: number, pauseMs: number): void {
  const noted = { lastSeenTime: new Date(now), longestPause: Math.floor(pauseMs / 1000) };
  transaction((tx) => tx.note('Session', is('uid', uid), noted)).catch((error: unknown) =>
    logError('cannot record when a session was last seen', error),
  );
}
