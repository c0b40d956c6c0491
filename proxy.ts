import { type NextRequest, NextResponse } from 'next/server';

/**
 * The request header that carries the requested address to layouts, which have no other way to know
 * it.
 */
const PATH_HEADER = 'x-grove-path';

/* React's development build evaluates strings to rebuild server stacks. The production build never
   does. */
const DEVELOPMENT_SCRIPTS = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${DEVELOPMENT_SCRIPTS}`,
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

/** Gives every page its own script nonce, and headers against framing and content sniffing. */
export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy(btoa(crypto.randomUUID()));
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('x-frame-options', 'DENY');
  response.headers.set('referrer-policy', 'same-origin');
  response.headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()');
  return response;
}

export const config = {
  matcher: [
    '/((?!_next/static|_next/image|api/|iam/|registry/|vulnerabilities/|auth/v1/|sts/|\\.well-known/|healthz|readyz|.*\\.(?:svg|png|ico|woff2)$).*)',
  ],
};
