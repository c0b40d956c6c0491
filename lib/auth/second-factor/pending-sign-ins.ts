/**
 * The time between the right password and the code. The browser holds a random token in a cookie,
 * and the database its hash. It is no session: all that it allows is to try codes.
 */
import { createHash, randomBytes } from 'node:crypto';
import { cookieName, cookieValue, ownPagesCookie } from '#lib/auth/sessions/cookies.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, atMost, is, moreThan } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';

const LIFETIME_S = 5 * 60;

const name = () => cookieName('grove.second-step');

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const cookie = (value: string, maxAge: number) => ownPagesCookie(name(), value, maxAge);

/** @returns the `Set-Cookie` header. */
export async function beginPendingSignIn(
  tx: Transaction,
  email: string,
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.deleteAll('PendingSignIn', atMost('expireTime', new Date(now)));
  const expireTime = new Date(now + LIFETIME_S * 1000);
  await tx.insertAll('PendingSignIn', [
    { tokenHash: hashOf(token), email, createTime: new Date(now), expireTime },
  ]);
  return cookie(token, LIFETIME_S);
}

/** The pending sign-in that a browser's cookie names; null if it expired, ended or was used. */
export async function pendingSignIn(
  reads: Reads,
  cookies: string,
  now: number,
): Promise<RowOf<'PendingSignIn'> | null> {
  const token = cookieValue(cookies, name());
  if (token === null) return null;
  const whereLive = moreThan('expireTime', new Date(now));
  return reads.first('PendingSignIn', all(is('tokenHash', hashOf(token)), whereLive));
}

export const noPendingSignIn = (): string => cookie('', 0);
