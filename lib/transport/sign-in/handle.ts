/** The steps of `/api/auth/*` before and around next-auth. */
import NextAuth from 'next-auth';
import { NextRequest } from 'next/server';
import { invalidField, isApiError } from '#lib/aip/errors.ts';
import { parseJson } from '#lib/aip/json.ts';
import { config } from '#lib/config.ts';
import { logError } from '#lib/log.ts';
import { isLoopbackHost } from '#lib/net/addresses.ts';
import { FetchError } from '#lib/net/guarded-request.ts';
import { countFailedProvider } from '#lib/auth/access-record.ts';
import { findProvider } from '#lib/auth/providers/identity-providers.ts';
import {
  errorResponse,
  methodNotAllowed,
  newRequestId,
  readText,
} from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { cookiesFor, nextAuthFor, type SignInOutcome } from './next-auth.ts';
import { finishSignIn } from './open-sign-ins.ts';

export interface Context {
  params: Promise<{ nextauth: string[] }>;
}

const METHODS = ['GET', 'HEAD', 'POST'];

/**
 * Answers a request to next-auth's routes, with the provider that it names.
 *
 * @throws ApiError UNIMPLEMENTED for methods that next-auth does not know.
 */
export async function handleNextAuth(request: NextRequest, context: Context): Promise<Response> {
  if (!METHODS.includes(request.method)) throw methodNotAllowed(request.method, METHODS);
  const [action, provider] = (await context.params).nextauth;
  // next-auth's script sends its errors here. Anyone could write to the log this way.
  if (action === '_log') return new Response(null, { status: 204 });
  const isSignIn = provider !== undefined && provider !== 'credentials';
  if (isSignIn && action === 'signin' && isLoopbackAlias(request)) {
    return toSignInPage(request, '');
  }
  const client = clientOf(request);
  const state = request.nextUrl.searchParams.get('state');
  const cookies = request.headers.get('cookie') ?? '';
  if (isSignIn && action === 'callback' && request.nextUrl.searchParams.has('error')) {
    const ended = finishSignIn(provider, { cookies, state })?.setCookies ?? [];
    if (cancelled(request)) {
      return withCookies(toSignInPage(request, '?error=AccessDenied'), ended);
    }
    await recordFailure(provider, client);
    return withCookies(toSignInPage(request, '?error=OAuthCallback'), ended);
  }
  try {
    const asked = { action, provider, ...client, cookies, state };
    const { options, outcome } = await nextAuthFor(asked);
    const response = (await NextAuth(await checked(request), context, options)) as Response;
    const { result } = outcome;
    if (result?.kind === 'refused') return errorResponse(result.error, newRequestId());
    return withCookies(response, cookiesFor(outcome, await sentTo(response, outcome)));
  } catch (error) {
    if (isApiError(error)) return errorResponse(error, newRequestId());
    if (!(error instanceof FetchError)) throw error;
    logError(`signing in through ${provider ?? ''} failed`, error.message);
    if (isSignIn) await recordFailure(provider, client);
    return toSignInPage(request, '?error=OAuthSignin');
  }
}

async function recordFailure(provider: string, client: ReturnType<typeof clientOf>): Promise<void> {
  try {
    const failed = await findProvider(provider);
    if (failed !== null) countFailedProvider(failed, client);
  } catch (error) {
    logError('a failed sign-in was not recorded', error);
  }
}

/** The request with its body read within the limits. next-auth has no limits of its own. */
async function checked(request: NextRequest): Promise<NextRequest> {
  if (request.method !== 'POST') return request;
  const type = request.headers.get('content-type') ?? '';
  const body = await readText(request);
  if (type.startsWith('application/json')) parseJson(body);
  else if (!type.startsWith('application/x-www-form-urlencoded')) {
    throw invalidField('Content-Type', 'must be application/x-www-form-urlencoded');
  }
  const { headers, method, url } = request;
  return new NextRequest(url, { method, headers, body });
}

/** Where an answer that may begin a sign-in sends the browser: in the header, or in JSON. */
async function sentTo(response: Response, { result }: SignInOutcome): Promise<string> {
  if (result?.kind !== 'begun') return '';
  return response.headers.get('location') ?? (await response.clone().text());
}

/** A copy of the response, since the headers of some responses are immutable. */
function withCookies(response: Response, cookies: readonly string[]): Response {
  if (cookies.length === 0) return response;
  const { status, body } = response;
  const headers = new Headers(response.headers);
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(body, { status, headers });
}

function cancelled(request: NextRequest): boolean {
  return request.nextUrl.searchParams.get('error') === 'access_denied';
}

/**
 * True if the browser uses another name for this machine than the installation does. The browser
 * would not send its cookies when the provider redirects it back.
 */
function isLoopbackAlias(request: NextRequest): boolean {
  const own = new URL(config().url);
  const host = URL.parse(`${own.protocol}//${request.headers.get('host') ?? ''}`);
  return (
    host !== null &&
    host.host !== own.host &&
    isLoopbackHost(own.hostname) &&
    isLoopbackHost(host.hostname)
  );
}

/**
 * The forms that next-auth uses: its script reads the address from JSON, a browser follows a
 * redirect.
 */
function toSignInPage(request: NextRequest, query: string): Response {
  const url = `${config().url}/sign-in${query}`;
  if (request.method === 'POST') return Response.json({ url });
  return new Response(null, { status: 302, headers: { location: url } });
}
