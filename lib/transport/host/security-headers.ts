/** The security headers of every response: no frames, no guessed types, TLS on the next visit. */
import { config } from '#lib/config.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** For all responses but pages: a browser that shows one must not run anything in it. */
const CLOSED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const COMMON = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

export function securityHeaders(): Record<string, string> {
  return {
    ...COMMON,
    'content-security-policy': CLOSED,
    ...(config().url.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_S}`,
    }),
  };
}

/** Lets a page run its own scripts. Next adds the nonce of the request's policy to them. */
export function pagePolicy(nonce: string): string {
  // React's development build evaluates strings to rebuild server stacks. The production build does
  // not.
  const development = process.env['NODE_ENV'] === 'development' ? " 'unsafe-eval'" : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    // Positions of popovers and virtual rows are style attributes, which no nonce can cover.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
