/** Admits requests for pages, before Next renders them. */
import { randomUUID } from 'node:crypto';
import type { NextRequest } from 'next/server';
import { NextResponse } from 'next/server';
import { PATH_HEADER } from '#lib/auth/own-headers.ts';
import { errorResponse, methodNotAllowed, newRequestId } from '#lib/transport/http/answers.ts';
import { PAGE_METHODS } from '#lib/transport/http/api-paths.ts';
import { countClient } from './request-rates.ts';
import { pagePolicy } from './security-headers.ts';

/**
 * Counts the request, and lets the page run its own scripts. Next adds the nonce of the request's
 * policy to them.
 */
export function admitPage(request: NextRequest): Response {
  const { method, nextUrl } = request;
  try {
    const { pathname } = nextUrl;
    const rates = countClient(request, pathname);
    if (!PAGE_METHODS.includes(method)) throw methodNotAllowed(method, PAGE_METHODS);
    if (pathname.length > 1 && pathname.endsWith('/')) return withoutSlash(request.url);
    const policy = pagePolicy(Buffer.from(randomUUID()).toString('base64'));
    const headers = new Headers(request.headers);
    headers.set('content-security-policy', policy);
    headers.set(PATH_HEADER, pathname + nextUrl.search);
    return NextResponse.next({
      request: { headers },
      headers: { ...rates, 'content-security-policy': policy },
    });
  } catch (error) {
    return errorResponse(error, newRequestId());
  }
}

/** Next would redirect the requests of programs as well. */
function withoutSlash(url: string): Response {
  const target = new URL(url);
  target.pathname = target.pathname.replace(/\/+$/, '');
  return NextResponse.redirect(target, 308);
}
