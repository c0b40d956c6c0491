/**
 * Answers every path but those of pages. The route handlers of `app` export it, and `server.ts` calls
 * it without the way through Next.
 */
import { invalidField, notFound } from '#lib/aip/errors.ts';
import { METHOD_HEADER } from '#lib/auth/own-headers.ts';
import { isReady } from '#lib/service/readiness.ts';
import { handleAuth } from '#lib/transport/auth/auth.ts';
import {
  errorResponse,
  jsonResponse,
  methodNotAllowed,
  newRequestId,
} from '#lib/transport/http/answers.ts';
import { isStreamed, withoutStream } from '#lib/transport/http/streams.ts';
import { areMetricsOffered, handleMetrics } from '#lib/transport/metrics/endpoint.ts';
import { findArea, isIn, type AreaName } from '#lib/transport/endpoints/areas.ts';
import { handleOpenApi } from '#lib/transport/openapi/handler.ts';
import { handlePicture } from '#lib/transport/rest/installation-picture.ts';
import { handleEvents } from '#lib/transport/rest/registry-events.ts';
import { handleUnsubscribe } from '#lib/transport/rest/unsubscribe.ts';
import { handleApi } from '#lib/transport/rest/rest.ts';
import { handleV1, refusedV1 } from '#lib/transport/v1/v1.ts';
import { isPreflight, preflight } from './cors.ts';
import { METHODS } from '#lib/transport/server/node-messages.ts';
import { holdBody } from './held-bodies.ts';
import { countClient, withRates } from './request-rates.ts';
import { uncachedCookies } from './uncached-cookies.ts';
import { stopSignal } from './stopping.ts';

type Handler = (request: Request) => Promise<Response> | Response;

/** By gRPC, Next.js and the files of the build. */
type AnsweredElsewhere = 'calls' | 'nextAuth' | 'files';

/** Never throws: errors become responses. */
export async function serve(request: Request): Promise<Response> {
  // A HEAD is a GET whose body the host leaves out.
  const { method, headers, signal } = request;
  const asked =
    method === 'HEAD' ? new Request(request.url, { method: 'GET', headers, signal }) : request;
  if (isPreflight(method, headers)) return admitted(asked, () => preflight(headers));
  const handler = handlerOf(new URL(request.url).pathname) ?? noPath;
  const answer = await admitted(asked, handler);
  return method === 'HEAD' && isStreamed(answer) ? withoutStream(answer) : answer;
}

/**
 * The answer of the handler to a request that keeps to the limits of its client's network.
 *
 * @param handler may throw.
 */
export async function admitted<R extends Request>(
  request: R,
  handler: (request: R) => Promise<Response> | Response,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  let rates: Record<string, string> = {};
  try {
    rates = countClient(request, pathname);
    const release = holdBody(request, pathname);
    try {
      return uncachedCookies(withRates(await handler(request), rates));
    } finally {
      release();
    }
  } catch (error) {
    const answer = isIn(pathname, 'v1')
      ? refusedV1(pathname, error)
      : errorResponse(error, newRequestId());
    return withRates(answer, rates);
  }
}

/** True for the paths that {@link serve} answers. Others are pages, or calls. */
export function isServed(path: string): boolean {
  return handlerOf(path) !== undefined;
}

const HANDLERS: Readonly<Record<Exclude<AreaName, AnsweredElsewhere>, Handler>> = {
  api: handleApi,
  v1: handleV1,
  signIn: handleAuth,
  tokens: handleAuth,
  discovery: handleAuth,
  documents: handleOpenApi,
  events: handleEvents,
  picture: handlePicture,
  unsubscribe: handleUnsubscribe,
  metrics: handleMetrics,
  healthz: () => jsonResponse({ status: 'ok' }),
  readyz: readiness,
  malformed,
};

function handlerOf(path: string): Handler | undefined {
  const name = findArea(path)?.name;
  if (name === undefined) return isMalformed(path) ? malformed : undefined;
  return isAnswered(name) ? HANDLERS[name] : undefined;
}

const isAnswered = (name: AreaName): name is keyof typeof HANDLERS =>
  name in HANDLERS && (name !== 'metrics' || areMetricsOffered());

/** The path to which a host sends requests that its router would not pass on. */
export const MALFORMED_PATH = '/malformed';

/** Next reports an invalid percent sign as an internal error, or takes it for an encoded one. */
export function isMalformed(target: string): boolean {
  try {
    decodeURIComponent(target);
    return !target.startsWith('/');
  } catch {
    return true;
  }
}

function malformed({ headers }: Request): Response {
  const method = headers.get(METHOD_HEADER);
  if (method !== null) throw methodNotAllowed(method, METHODS);
  throw invalidField('url', 'is malformed');
}

async function readiness(): Promise<Response> {
  return !stopSignal().aborted && (await isReady())
    ? jsonResponse({ status: 'ok' })
    : jsonResponse({ status: 'unavailable' }, { status: 503 });
}

function noPath(request: Request): Response {
  throw notFound('Path', new URL(request.url).pathname);
}
