/** The names and attributes of the cookies for signing in. */
import type { CookiesOptions } from 'next-auth';
import { config } from '#lib/config.ts';

/** How long somebody may take at an identity provider. */
export const SIGN_IN_SECONDS = 15 * 60;

/**
 * Over https, only this exact host can set or read a `__Host-` cookie.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265bis#section-4.1.3.2
 */
export function cookieName(name: string): string {
  return config().secureCookies ? `__Host-${name}` : name;
}

export function sessionCookieName(): string {
  return cookieName('next-auth.session-token');
}

/**
 * The cookies of next-auth. It uses the prefix for only one of them by default.
 *
 * @param returnName the name of the cookie with the address to which a sign-in through a provider returns.
 */
export function authCookies(returnName?: string): Partial<CookiesOptions> {
  const options = {
    httpOnly: true,
    sameSite: 'lax' as const,
    path: '/',
    secure: config().secureCookies,
  };
  const lasting = (name: string) => ({ name: cookieName(`next-auth.${name}`), options });
  return {
    sessionToken: lasting('session-token'),
    callbackUrl:
      returnName === undefined
        ? lasting('callback-url')
        : { name: returnName, options: { ...options, maxAge: SIGN_IN_SECONDS } },
    csrfToken: lasting('csrf-token'),
  };
}

/** The cookies of a request's header, by name. */
export function* cookiePairs(header: string): Generator<readonly [name: string, value: string]> {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals !== -1) yield [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
  }
}

/**
 * The value of a cookie in a request's header, or null. next-auth splits long cookies; these are
 * short.
 */
export function cookieValue(header: string, name: string): string | null {
  for (const [one, value] of cookiePairs(header)) if (one === name) return value;
  return null;
}

/** The `Set-Cookie` header of a cookie that only requests of this installation's own pages carry. */
export function ownPagesCookie(name: string, value: string, maxAge: number): string {
  const secure = config().secureCookies ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
}
