/** What every answer says to browsers: stay out of frames, guess no types, come back over TLS. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { config } from '#lib/config.ts';

/** What layouts read the asked for address from. They have no other way to know it. */
const PATH_HEADER = 'x-grove-path';

const YEAR_S = 365 * 24 * 60 * 60;

/** For whatever is no page: a browser that shows it must run nothing in it. */
const CLOSED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const COMMON = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/** The headers of an answer that is no page. */
export function securityHeaders(): Record<string, string> {
  return {
    ...COMMON,
    'content-security-policy': CLOSED,
    ...(config().url.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_S}`,
    }),
  };
}

/** Sets them. Whoever answers after that may set others. */
export function protect(response: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders())) response.setHeader(name, value);
}

/** Lets a page run its own scripts: Next puts the nonce of the request's policy into them. */
export function protectPage(message: IncomingMessage, response: ServerResponse): void {
  const policy = pagePolicy(Buffer.from(randomUUID()).toString('base64'));
  message.headers['content-security-policy'] = policy;
  message.headers[PATH_HEADER] = askedPath(message.url ?? '/');
  response.setHeader('content-security-policy', policy);
}

function pagePolicy(nonce: string): string {
  // React's development build evaluates strings to rebuild server stacks. Production never does.
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

/** The path and query without what Next's router adds for itself. */
function askedPath(target: string): string {
  const [path = '/', search = ''] = target.split('?', 2);
  const rest = search.split('&').filter((part) => part !== '' && !/^_rsc(?:=|$)/.test(part));
  return rest.length === 0 ? path : `${path}?${rest.join('&')}`;
}
