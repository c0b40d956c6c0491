/** The cookie that binds the challenges of the sign-in page to the browser that asked for them. */
import { randomBytes } from 'node:crypto';
import { cookieName, cookieValue, ownPagesCookie } from '#lib/auth/sessions/cookies.ts';
import { LIFETIME_MS } from './challenges.ts';

const name = () => cookieName('grove.passkey');

/** The token of the browser, or null if it has none or no longer. */
export function browserToken(cookies: string): string | null {
  const token = cookieValue(cookies, name()) ?? '';
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/** The token that binds challenges to this browser, new if it has none, with the `Set-Cookie` value that renews it. */
export function lastingToken(cookies: string): { token: string; cookie: string } {
  const token = browserToken(cookies) ?? randomBytes(32).toString('base64url');
  return { token, cookie: ownPagesCookie(name(), token, LIFETIME_MS / 1000) };
}
