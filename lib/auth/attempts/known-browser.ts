/**
 * The browsers that somebody has signed in with before. Each account has a signed cookie. Failed
 * attempts of others do not delay such a browser.
 */
import { randomBytes } from 'node:crypto';
import { config } from '#lib/config.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { sameText, signatureOf } from '#lib/secrets/signatures.ts';
import { cookieName, cookieValue } from '#lib/auth/sessions/cookies.ts';

const PREFIX = 'grove.known-';
const LIFETIME_S = 365 * 24 * 60 * 60;

/** The creation time tells an account from an earlier, deleted one of the same identity. */
type Account = Pick<RowOf<'Account'>, 'identityUid' | 'createTime'>;

/** The name does not reveal the account to somebody who looks at a browser's cookies. */
function nameFor({ identityUid }: Account): string {
  return cookieName(`${PREFIX}${signatureOf('known-browser', 'name', identityUid).slice(0, 12)}`);
}

const macOf = ({ identityUid, createTime }: Account, id: string, expires: string): string =>
  signatureOf('known-browser', 'value', identityUid, createTime.getTime(), id, expires);

/** Whether the browser has a cookie of any account. The signature of the cookie is not checked. */
export const hasKnownCookie = (cookies: string): boolean => cookies.includes(PREFIX);

/** The id of the browser that its cookie for the account contains, or null. */
export function knownBrowser(account: Account, cookies: string, now = Date.now()): string | null {
  const value = cookieValue(cookies, nameFor(account)) ?? '';
  const [, id = '', expires = '', given = ''] =
    /^([\w-]{16})\.(\d{1,12})\.([\w-]{43})$/.exec(value) ?? [];
  const isSigned = sameText(macOf(account, id, expires), given);
  return isSigned && Number(expires) * 1000 > now ? id : null;
}

/** The `Set-Cookie` value that marks this browser as known to the account for a year. @param now milliseconds. */
export function knownBrowserCookie(account: Account, now = Date.now()): string {
  const id = randomBytes(12).toString('base64url');
  const expires = String(Math.floor(now / 1000) + LIFETIME_S);
  const value = [id, expires, macOf(account, id, expires)].join('.');
  const secure = config().secureCookies ? '; Secure' : '';
  return `${nameFor(account)}=${value}; Path=/; Max-Age=${LIFETIME_S}; HttpOnly; SameSite=Lax${secure}`;
}
