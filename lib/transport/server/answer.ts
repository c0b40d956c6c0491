/**
 * Routes requests. The API is answered directly, before Next: this takes a fraction of the time,
 * and Next's router would change unusual percent-encodings.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { invalidField, notFound } from '#lib/aip/errors.ts';
import { logError } from '#lib/log.ts';
import { isReady } from '#lib/service/readiness.ts';
import { handleAuth, isAuthPath } from '#lib/transport/auth/auth.ts';
import type { BuiltFiles } from './built-files.ts';
import { isRpc } from '#lib/transport/grpc/handler.ts';
import { errorResponse, jsonResponse, newRequestId } from '#lib/transport/http/answers.ts';
import {
  normalizeTarget,
  parsedUrl,
  plainHeaders,
  sendResponse,
  sendText,
  toRequest,
} from './node-messages.ts';
import { bringsCredentials } from '#lib/transport/http/limits.ts';
import { holdBody } from './held-bodies.ts';
import { countClient, noteClient } from './request-rates.ts';
import { protect, protectPage } from './security-headers.ts';
import { handleOpenApi, isOpenApiPath } from '#lib/transport/openapi/handler.ts';
import { handleMetrics, isMetricsPath } from '#lib/transport/metrics/endpoint.ts';
import { measureResponse } from '#lib/transport/metrics/requests.ts';
import { handleEvents, isEventsPath } from '#lib/transport/rest/registry-events.ts';
import { handlePicture, PICTURE_PATH } from '#lib/transport/server/installation-picture.ts';
import { handleApi, isApiPath, isResourcePath, replyToGet } from '#lib/transport/rest/rest.ts';
import { continueTrace, traceResponse } from '#lib/transport/tracing/requests.ts';
import { handleV1, isV1Path } from '#lib/transport/v1/v1.ts';

type Handler = (request: Request) => Promise<Response> | Response;

/** Handlers in addition to the functions of the API. */
export interface Others {
  rpc: RequestListener;
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal;
  pages: Pages;
}

export interface Pages {
  /** Answers the pages. Without it there are no pages. */
  next?: RequestListener;
  /** Each answers the requests for its files. */
  files?: readonly BuiltFiles[];
}

export function answer(
  message: IncomingMessage,
  response: ServerResponse,
  { rpc, pages, stopping }: Others,
): void {
  normalizeTarget(message);
  protect(response);
  if (pages.files?.some((answerFile) => answerFile(message, response))) return;
  const path = (message.url ?? '').split('?', 1)[0] ?? '';
  noteClient(message);
  const handler = handlerOf(path, stopping);
  continueTrace(message, () => {
    // Calls are counted later, where a rejection can use the call's protocol.
    if (handler === undefined && isRpc(message)) return rpc(message, response);
    measureResponse(message, response);
    traceResponse(message, response, () => answerRequest(message, response, { handler, pages }));
  });
}

function answerRequest(
  message: IncomingMessage,
  response: ServerResponse,
  { handler, pages }: { handler: Handler | undefined; pages: Pages },
): void {
  const path = (message.url ?? '').split('?', 1)[0] ?? '';
  try {
    countClient(message, response, path);
    if (handler === undefined || bringsCredentials(path)) holdBody(message, response, path);
  } catch (error) {
    void answerDirectly(message, response, () => errorResponse(error, newRequestId()));
    return;
  }
  if (message.method === 'GET' && isResourcePath(path)) {
    void answerGet(message, response);
    return;
  }
  if (handler !== undefined) void answerDirectly(message, response, handler);
  else if (pages.next !== undefined) {
    protectPage(message, response);
    pages.next(message, response);
  } else void answerDirectly(message, response, noPage);
}

/** Undefined for calls, and for paths that Next answers. */
function handlerOf(path: string, stopping: AbortSignal): Handler | undefined {
  if (isApiPath(path)) return handleApi;
  if (isV1Path(path)) return handleV1;
  if (isAuthPath(path)) return handleAuth;
  if (isEventsPath(path)) return handleEvents;
  if (isOpenApiPath(path)) return handleOpenApi;
  if (isMetricsPath(path)) return handleMetrics;
  if (path === PICTURE_PATH) return handlePicture;
  if (path === '/healthz') return () => jsonResponse({ status: 'ok' });
  if (path === '/readyz') return () => readiness(stopping);
  return isDecodable(path) ? undefined : malformed;
}

/** Next reports an invalid percent sign as an internal error. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return path.startsWith('/');
  } catch {
    return false;
  }
}

function malformed(): Response {
  return errorResponse(invalidField('url', 'is malformed'), newRequestId());
}

async function readiness(stopping: AbortSignal): Promise<Response> {
  return !stopping.aborted && (await isReady())
    ? jsonResponse({ status: 'ok' })
    : jsonResponse({ status: 'unavailable' }, { status: 503 });
}

function noPage(request: Request): Response {
  return errorResponse(notFound('Path', new URL(request.url).pathname), newRequestId());
}

/** Most requests are a GET of resources, so they take the shortest way. */
async function answerGet(message: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = newRequestId();
  try {
    const reply = await replyToGet(parsedUrl(message), plainHeaders(message), requestId);
    sendText(reply.text, reply.headers, response);
  } catch (error) {
    await send(errorResponse(error, requestId), response);
  }
}

async function answerDirectly(
  message: IncomingMessage,
  response: ServerResponse,
  handler: Handler,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  await send(await handle(message, gone.signal, handler), response);
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  try {
    await sendResponse(answer, response);
  } catch (error) {
    logError('a response could not be sent', error);
    response.destroy();
  }
}

async function handle(
  message: IncomingMessage,
  signal: AbortSignal,
  handler: Handler,
): Promise<Response> {
  try {
    return await handler(toRequest(message, signal));
  } catch (error) {
    return errorResponse(error, newRequestId());
  }
}
