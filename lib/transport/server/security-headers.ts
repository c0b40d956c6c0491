/** The security headers of every response: no frames, no guessed types, TLS on the next visit. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PATH_HEADER } from '#lib/auth/own-headers.ts';
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

/** The headers of all responses but pages. */
export function securityHeaders(): Record<string, string> {
  return {
    ...COMMON,
    'content-security-policy': CLOSED,
    ...(config().url.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_S}`,
    }),
  };
}

/** Sets the headers. Later code may override them. */
export function protect(response: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders())) response.setHeader(name, value);
}

/** Lets a page run its own scripts. Next adds the nonce of the request's policy to them. */
export function protectPage(message: IncomingMessage, response: ServerResponse): void {
  const policy = pagePolicy(Buffer.from(randomUUID()).toString('base64'));
  message.headers['content-security-policy'] = policy;
  message.headers[PATH_HEADER] = askedPath(message.url ?? '/');
  response.setHeader('content-security-policy', policy);
}

function pagePolicy(nonce: string): string {
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

/** The path and query without the parameters that Next's router adds for itself. */
function askedPath(target: string): string {
  const [path = '/', search = ''] = target.split('?', 2);
  const rest = search.split('&').filter((part) => part !== '' && !/^_rsc(?:=|$)/.test(part));
  return rest.length === 0 ? path : `${path}?${rest.join('&')}`;
}
