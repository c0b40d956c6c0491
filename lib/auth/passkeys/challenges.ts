/**
 * What a passkey has to sign. A challenge is bound to the browser, session or sign-in that asked
 * for it and carries its own time and signature. So a visit of the sign-in page writes no row. The
 * first use of a challenge writes one, so that it cannot be used again.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieName, cookieValue, ownPagesCookie } from '#lib/auth/sessions/cookies.ts';
import { signatureOf } from '#lib/secrets/signatures.ts';
import { atMost, is } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';

export const LIFETIME_MS = 5 * 60 * 1000;

const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 32;

/** What a challenge is for, and the only session, browser or sign-in that may answer it. */
export type Bound =
  | { purpose: 'add'; session: string }
  | { purpose: 'reauthenticate'; session: string }
  | { purpose: 'sign in'; browser: string }
  | { purpose: 'second step'; pendingSignIn: string };

function macOf(content: Buffer, bound: Bound): Buffer {
  const text = signatureOf('passkey', ...Object.values(bound), content.toString('base64url'));
  return Buffer.from(text, 'base64url');
}

/** A challenge that is valid for five minutes and only for what it is bound to. @param now milliseconds since 1970. */
export function newChallenge(bound: Bound, now: number): Uint8Array<ArrayBuffer> {
  const expires = Buffer.alloc(TIME_BYTES);
  expires.writeUIntBE(now + LIFETIME_MS, 0, TIME_BYTES);
  const content = Buffer.concat([randomBytes(NONCE_BYTES), expires]);
  return new Uint8Array(Buffer.concat([content, macOf(content, bound)]));
}

/** @param challenge as base64url. */
export function isLive(challenge: string, bound: Bound, now: number): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return false;
  const content = bytes.subarray(0, -MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(content, bound))) return false;
  return now < content.readUIntBE(NONCE_BYTES, TIME_BYTES);
}

/** Whether this is the first use of a live challenge. */
export async function spend(tx: Transaction, challenge: string, now: number): Promise<boolean> {
  const hash = createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest('hex');
  await tx.deleteAll('UsedChallenge', atMost('expireTime', new Date(now)));
  if ((await tx.first('UsedChallenge', is('hash', hash))) !== null) return false;
  await tx.insertAll('UsedChallenge', [{ hash, expireTime: new Date(now + LIFETIME_MS) }]);
  return true;
}

/** Binds the challenges of the sign-in page to the browser that asked for them. */
const name = () => cookieName('grove.passkey');

/** The token of the browser; null if it has none, or an expired one. */
export function browserToken(cookies: string): string | null {
  const token = cookieValue(cookies, name()) ?? '';
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/** The token that binds challenges to this browser, new if it has none, with the `Set-Cookie` value that renews it. */
export function lastingToken(cookies: string): { token: string; cookie: string } {
  const token = browserToken(cookies) ?? randomBytes(32).toString('base64url');
  return { token, cookie: ownPagesCookie(name(), token, LIFETIME_MS / 1000) };
}
