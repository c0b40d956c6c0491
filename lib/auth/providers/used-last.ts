/** How somebody signed in last in a browser: what the sign-in page offers first. */

/**
 * The cookie that names the last way of signing in: the id of an identity provider, or a password.
 * Scripts of the page read it.
 */
export const SIGN_IN_COOKIE = 'grove-sign-in';

const YEAR_S = 365 * 24 * 60 * 60;

/** The `Set-Cookie` header after a sign-in through an identity provider. */
export const usedLastCookie = (provider: string, isSecure: boolean): string =>
  `${SIGN_IN_COOKIE}=${provider}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
