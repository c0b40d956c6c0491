/**
 * The browsers that somebody has signed in with before. Each account has a signed cookie. Failed
 * attempts of others do not delay such a browser.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { config } from '#lib/config.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { cookieName, cookieValue } from './cookies.ts';

const LIFETIME_S = 365 * 24 * 60 * 60;

function mac(purpose: 'name' | 'value', ...parts: readonly (string | number)[]): string {
  const text = JSON.stringify(['known-browser', purpose, ...parts]);
  return createHmac('sha256', secrets().session).update(text).digest('base64url');
}

/** The name does not reveal the address to somebody who looks at a browser's cookies. */
function nameFor(email: string): string {
  return cookieName(`grove.known-${mac('name', email).slice(0, 12)}`);
}

/**
 * The id of the browser that its cookie for the account contains, or null.
 *
 * @param email the key of the account, which no other account with its address has.
 */
export function knownBrowser(email: string, cookies: string, now = Date.now()): string | null {
  const value = cookieValue(cookies, nameFor(email)) ?? '';
  const [, id = '', expires = '', given = ''] =
    /^([\w-]{16})\.(\d{1,12})\.([\w-]{43})$/.exec(value) ?? [];
  const expected = Buffer.from(mac('value', email, id, expires));
  const actual = Buffer.from(given);
  const isSigned = expected.length === actual.length && timingSafeEqual(expected, actual);
  return isSigned && Number(expires) * 1000 > now ? id : null;
}

/** The `Set-Cookie` header after a sign-in. */
export function knownBrowserCookie(email: string, now = Date.now()): string {
  const id = randomBytes(12).toString('base64url');
  const expires = String(Math.floor(now / 1000) + LIFETIME_S);
  const value = [id, expires, mac('value', email, id, expires)].join('.');
  const secure = config().secureCookies ? '; Secure' : '';
  return `${nameFor(email)}=${value}; Path=/; Max-Age=${LIFETIME_S}; HttpOnly; SameSite=Lax${secure}`;
}
